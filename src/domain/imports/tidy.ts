import { parseSex } from './cell-values.ts';
import type { TableRow } from './fields.ts';
import { splitWords } from './heading-words.ts';

export interface Tidy {
  readonly headings: readonly string[];
  readonly rows: readonly TableRow[];
}

/** What spreadsheet programs write to keep a number a text: `="0045"`, `'0045`. */
export function withoutTextMarks(cell: string): string {
  const [, quoted] = /^="([^"]*)"$/.exec(cell.trim()) ?? [];
  if (quoted !== undefined) return quoted;
  return /^'[\p{L}\p{N}]/u.test(cell) && !cell.slice(1).includes("'") ? cell.slice(1) : cell;
}

/** A table as a person reads it: without section lines, and with a row for each young. */
export const tidyTable = (table: Tidy): Tidy => splitLitters(readSections(wholeNumbers(table)));

/** A column of `101.0` and `102.0` has whole numbers. */
function wholeNumbers({ headings, rows }: Tidy): Tidy {
  const whole = headings.map((_, column) => {
    const cells = rows.map(({ cells: all }) => (all[column] ?? '').trim()).filter((cell) => cell !== '');
    return cells.length > 0 && cells.every((cell) => /^\d+\.0+$/.test(cell));
  });
  if (!whole.includes(true)) return { headings, rows };
  return {
    headings,
    rows: rows.map(({ cells, ...row }) => ({
      ...row,
      cells: cells.map((cell, column) => (whole[column] ? cell.trim().replace(/\.0+$/, '') : cell)),
    })),
  };
}

const sexHeading = /^(?:animal[ _]?)?(?:sex|gender)\b/i;

/** Lines such as `EWES` say the sex of the animals below them. */
function readSections({ headings, rows }: Tidy): Tidy {
  const sections = rows.map((row) => sectionOf(row));
  if (headings.length < 2 || !sections.some((section) => section !== undefined)) return { headings, rows };
  const sexColumn = headings.findIndex((heading) => sexHeading.test(heading));
  let section = '';
  const found: TableRow[] = [];
  for (const [index, row] of rows.entries()) {
    const begun = sections[index];
    if (begun !== undefined) section = begun;
    else if (sexColumn === -1) found.push({ ...row, cells: [...headings.map((_, column) => row.cells[column] ?? ''), section] });
    else
      found.push({
        ...row,
        cells: row.cells.map((cell, column) => (column === sexColumn && cell.trim() === '' ? section : cell)),
      });
  }
  return { headings: sexColumn === -1 ? [...headings, 'Sex'] : headings, rows: found };
}

function sectionOf({ cells }: TableRow): string | undefined {
  const filled = cells.filter((cell) => cell.trim() !== '');
  const [only = ''] = filled;
  const text = only
    .trim()
    .replace(/[:\s]+$/, '')
    .replace(/\s*\(\d+\)$/, '');
  if (filled.length !== 1 || text.length < 3 || !/^[\p{L} ]+$/u.test(text)) return undefined;
  const isPlural = /s$/i.test(text);
  return isPlural && parseSex(text.replace(/^(?:breeding|our|stud|commercial|mature|adult) /i, ''))
    ? text.replace(/^(?:breeding|our|stud|commercial|mature|adult) /i, '')
    : undefined;
}

const young = new Set('lamb kid young offspring progeny'.split(' '));

/** `Lamb 1 tag`, `Kid2 Sex` and `Sex lamb 1`: which young, and what of it. */
function partOfLitter(heading: string): { readonly which: number; readonly what: string } | undefined {
  const words = splitWords(heading.replaceAll(/(\p{L})(\d)/gu, '$1 $2').replaceAll(/(\d)(\p{L})/gu, '$1 $2'));
  const at = words.findIndex((word, index) => young.has(word) && /^[1-6]$/.test(words[index + 1] ?? ''));
  if (at === -1) return undefined;
  const rest = words.filter((_, index) => index !== at && index !== at + 1);
  return { which: Number(words[at + 1]), what: ['Lamb', ...(rest.length === 0 ? ['tag'] : rest)].join(' ') };
}

/** A table with a litter in each row becomes one with a young in each row. */
function splitLitters({ headings, rows }: Tidy): Tidy {
  const parts = headings.map(partOfLitter);
  const numbers = [...new Set(parts.flatMap((part) => part?.which ?? []))].toSorted((a, b) => a - b);
  if (numbers.length < 2) return { headings, rows };
  const what = [...new Set(parts.flatMap((part) => part?.what ?? []))];
  const common = headings.flatMap((_, column) => (parts[column] ? [] : column));
  let number = (rows[0]?.number ?? 2) - 1;
  return {
    headings: [...common.map((column) => headings[column] ?? ''), ...what],
    rows: rows.flatMap(({ cells }) =>
      numbers.flatMap((which) => {
        const own = what.map((each) => cells[parts.findIndex((part) => part?.which === which && part.what === each)] ?? '');
        if (own.every((cell) => cell.trim() === '')) return [];
        number += 1;
        return { number, cells: [...common.map((column) => cells[column] ?? ''), ...own] };
      }),
    ),
  };
}
