import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeCsv } from './csv.ts';
import { escapeFormulas, unescapeFormulas } from '#domain/values/formulas.ts';

const signs = ['=', '+', '-', '@', '＝', "'", "''", '"', ';', '\t', '|', ',', '\r\n', '\n', '\r', '\u2028', ' '];
const pieces = fc.constantFrom(...signs, 'a', '1+1', '=1+1', ';=1', '\n@x');
const other = fc.string({ unit: 'grapheme', maxLength: 3 });
const texts = fc.array(fc.oneof({ weight: 4, arbitrary: pieces }, other), { maxLength: 12 });
const text = texts.map((parts) => parts.join(''));

const fileOf = async (...rows: string[][]): Promise<string> => {
  const columns = ['One', 'Two'].map((heading) => ({ heading, kind: 'text' as const, width: 10 }));
  let file = '';
  for await (const part of writeCsv(columns, batchOf(rows))) file += part;
  return file;
};
async function* batchOf<T>(rows: T): AsyncGenerator<T> {
  yield rows;
}

/** The cells as seen by a program that splits the file at another separator, with and without regard to quotes. */
const cellsSeen = (file: string, separator: string): string[] => [
  ...file.split(/\r\n|[\r\n]/).flatMap((line) => line.split(separator)),
  ...cellsInQuotes(file, separator),
];

/** Like spreadsheet programs, treats text after a closing quote as part of the cell and tolerates a missing quote. */
function cellsInQuotes(file: string, separator: string): string[] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)(?:"|$))?([^${separator}\\r\\n]*)(?:[${separator}\\r\\n]|$)`, 'y');
  const cells: string[] = [];
  while (cell.lastIndex < file.length) {
    const [, quoted = '', rest = ''] = cell.exec(file) ?? [];
    cells.push(quoted.replaceAll('""', '"') + rest);
  }
  return cells;
}
/** Some programs strip spaces and quotes before they look for a formula. */
const isFormula = (cell: string): boolean => /^[\s"]*[=+\-@\0＝＋－＠]/.test(cell);

describe('a text in a .csv file (ASVS 1.2.10)', () => {
  test.each([
    ["'=1+1", "''=1+1"],
    ['a;"=1+1"', `a;'"=1+1"`],
    ['two\r\n- lines', "two\r\n'- lines"],
    ["it's 5 - 3; or 'so'", "it's 5 - 3; or 'so'"],
    ['well, -5 degrees', 'well, -5 degrees'],
  ])('%j is written as %j and read back unchanged', (original, marked) => {
    expect(escapeFormulas(original)).toBe(marked);
    expect(unescapeFormulas(marked)).toBe(original);
  });

  test('is read back unchanged, whatever it contains', () => {
    const isUnchanged = (original: string) => unescapeFormulas(escapeFormulas(original)) === original;
    fc.assert(fc.property(text, isUnchanged), { numRuns: 20_000 });
  });

  test.each([';', '\t', '|', ','])('is no formula for a program that splits the file at %j', async (separator) => {
    await fc.assert(
      fc.asyncProperty(text, text, async (one, two) => {
        const file = await fileOf([one, two], [two, one]);
        const seen = separator === ',' ? parse(file, { bom: true }).flat() : cellsSeen(file, separator);
        expect(seen.filter(isFormula)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  test('does not change the table for a reader that follows RFC 4180', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, async (one, two) => {
        const rows = parse(await fileOf([one, two]), { bom: true, record_delimiter: '\r\n' });
        expect(rows.slice(1).map((row) => row.map(unescapeFormulas))).toEqual([[one, two]]);
      }),
      { numRuns: 1000 },
    );
  });
});
