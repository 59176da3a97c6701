import { parse, type Options } from 'csv-parse/sync';
import { maxImportBytes, maxImportColumns, maxImportRows } from '#contract/imports.ts';
import { cleanCell, cleanLine, isDistinct } from '#domain/imports/cells.ts';
import { likelyDelimiter, usedWidth } from '#domain/imports/delimiters.ts';
import { countKnownHeadings, findHeadingRow, maxHeadingRows } from '#domain/imports/headings.ts';
import type { TableRow } from '#domain/imports/fields.ts';
import { parentsAbove, sectionOf, tidyTable, withoutTextMarks, type Tidy } from '#domain/imports/tidy.ts';
import { readAde } from '#domain/imports/icar.ts';
import { unescapeFormulas } from '#domain/values/formulas.ts';
import { readLetters, type Reading } from './letters.ts';
import { TableError, type RawTable, type SheetName, type TableOrder } from './raw-table.ts';
import { ensureHarmless, isZip } from './workbook-guard.ts';

export interface Table extends Tidy {
  readonly sheets: readonly SheetName[];
  readonly sheet: number;
}

/** Characters of all cells together, since an XLSX can refer to one long text in every cell. */
const maxTableCharacters = maxImportBytes;

const maxSheets = 50;

/** Includes empty lines; the number of rows of an Excel sheet. */
const maxLines = 1_048_576;

/** Recognized by content, not by name. Without a requested sheet, the first one with headings of animals is read. */
export async function readTable(bytes: Uint8Array<ArrayBuffer>, wanted?: number): Promise<Table> {
  const read = isZip(bytes) ? { pages: await readWorkbook(bytes), isText: false } : readTexts(decode(bytes));
  const { pages, isText } = read;
  const outlines = pages
    .map(({ name, sheet }) => ({ name, ...outlineOf(sheet) }))
    .filter(({ rows }) => rows.length > 0)
    .slice(0, maxSheets);
  const likely = outlines.findIndex(({ headings }) => countKnownHeadings(headings) >= 2);
  const sheet = wanted !== undefined && wanted < outlines.length ? wanted : Math.max(likely, 0);
  const outline = outlines[sheet];
  if (!outline) throw new TableError('imports.unreadable', 'There are no rows with animals in this file.');
  const sheets = outlines.map(({ name, rows }) => ({
    name: cleanLine(name).slice(0, 100).toWellFormed(),
    rows: rows.length,
    isReading: isText,
  }));
  // An export needs no tidying: a place may be called 'Rams'.
  const table = isOwnExport(outline) ? tableOf(isText ? withoutMarks(outline) : outline) : tidyTable(tableOf(outline));
  return { sheets, sheet, ...table };
}

/** As it is stored. */
export async function readRawTable({ bytes, sheet }: TableOrder): Promise<RawTable> {
  const { rows, ...table } = await readTable(bytes, sheet);
  return { ...table, rows: rows.map(({ number, cells }) => ({ number, cells: JSON.stringify(cells) })) };
}

/** The non-empty lines of a sheet. */
type Sheet = readonly TableRow[];

/** The sheets of an export, and no other files, have such headings beside each other. */
const ownHeadings = [
  ['Tag number', 'Name', 'EID'],
  ['Tag number', 'EID', 'Name'],
  ['Mother tag', 'Mother EID', 'Mother name'],
  ['Father tag', 'Father name', 'Mother tag', 'Mother name'],
  ['Tag number', 'Name', 'Species', 'Sex', 'Birth date', 'Birth year', 'Breed'],
  ['Rest (days)', 'Corners on the plan'],
  ['Group', 'Which animals', 'Note'],
  ['Date', 'Task', 'Puts off'],
];

const isOwnExport = ({ headings }: Tidy): boolean =>
  ownHeadings.some((own) => headings.some((_, start) => own.every((heading, index) => headings[start + index] === heading)));

const withoutMarks = ({ headings, rows }: Tidy): Tidy => ({
  headings,
  rows: rows.map(({ number, cells }) => ({ number, cells: cells.map(unescapeFormulas) })),
});

const widest = (lines: Sheet): number => lines.reduce((width, { cells }) => Math.max(width, usedWidth(cells)), 0);

/** Fields one below the other, and a column for each animal. */
function turned(lines: Sheet): Sheet {
  const names = new Set(lines.map(({ cells }) => cells[0] ?? ''));
  const isTurned =
    lines.length <= maxHeadingRows &&
    countKnownHeadings([...names].filter((name) => !/\d/.test(name))) > 2 &&
    lines.every(({ cells }) => countKnownHeadings(cells.slice(0, maxImportColumns).filter((cell) => !/\d/.test(cell))) < 2);
  return isTurned
    ? Array.from({ length: widest(lines) }, (_, column) => ({
        number: column + 1,
        cells: lines.map(({ cells }) => cells[column] ?? ''),
      }))
    : lines;
}

/** Tables beside each other that have the same headings, with an empty column between them, stand one below the other. */
function stacked(lines: Sheet): Sheet {
  const tops = lines.slice(0, maxHeadingRows).map(({ cells }) => cells.slice(0, maxImportColumns));
  const heads = tops.find((cells) => countKnownHeadings(cells) > 3) ?? [];
  const width = heads.indexOf('') + 1;
  const areAlike = width > 2 && heads.length > width && heads.every((heading, column) => heading === heads[column % width]);
  if (!areAlike || lines.some(({ cells }) => cells.some((cell, column) => cell !== '' && (column + 1) % width === 0)))
    return lines;
  const blocks = Array.from({ length: Math.ceil(heads.length / width) }, (_, block) => block * width);
  return blocks
    .flatMap((start) => lines.map(({ cells }) => cells.slice(start, start + width)).filter((cells) => usedWidth(cells) > 0))
    .map((cells, index) => ({ number: index + 1, cells }));
}

/** A sheet without what stands above its headings; none are the headings of one that begins with an animal. */
function outlineOf(given: Sheet): Tidy {
  const lines = stacked(turned(given));
  // One column over the limit is enough to refuse the table.
  const first = lines.slice(0, maxHeadingRows).map(({ cells }) => cells.slice(0, maxImportColumns + 1).map(cleanCell));
  const headingRow = findHeadingRow(first);
  if (headingRow === undefined) return { headings: [], rows: lines };
  const [above = [], headings = [], below = []] = [first[headingRow - 1], first[headingRow], first[headingRow + 1]];
  const both = inTwoLines(headings, below);
  if (both) return { headings: both, rows: lines.slice(headingRow + 2) };
  const groups =
    !isDistinct(headings) && above.filter((cell) => cell !== '').length > 1 ? filledForward(above, headings.length) : [];
  const named = headings.map((cell, index) => [groups[index], cell].filter(Boolean).join(' '));
  // A line such as EWES may stand above the headings, and one such as `Ram: Q3` in their title.
  const own = [...(sectionOf({ cells: above }) ? lines.slice(headingRow - 1, headingRow) : []), ...lines.slice(headingRow + 1)];
  const rows = lines.slice(0, headingRow).reduceRight((under, line) => {
    const withLine = [line, ...under];
    return parentsAbove({ headings: named, rows: withLine })[0]?.name ? withLine : under;
  }, own);
  return { headings: named, rows };
}

/** Below the headings may stand their units, or a second line of them: Ewe, –, Lamb, – above Tag, Age, Tag, Sex. */
function inTwoLines(headings: readonly string[], below: readonly string[]): string[] | undefined {
  const cells = below.filter((cell) => cell !== '');
  const unit = /^\(?(?:kgs?|lbs?|g|ml|days?|dd|yy|m|f|w|[/\-. ])+\)?$/i;
  if (cells.some((cell) => cell.length > 1) && cells.every((cell) => unit.test(cell)))
    return headings.map((cell, index) => (below[index] ? `${cell} (${below[index].replaceAll(/[()]/g, '')})` : cell));
  const isSecond = countKnownHeadings(cells) > 1 && !cells.some((cell) => /\d/.test(cell));
  if (!isSecond || below.every((cell, index) => cell === '' || headings[index])) return undefined;
  return filledForward(headings, Math.max(headings.length, below.length)).map((group, index) =>
    [headings[index] || below[index] ? group : '', below[index]].filter(Boolean).join(' '),
  );
}

function tableOf({ headings: heads, rows: lines }: Tidy): Tidy {
  if (lines.length > maxImportRows) throw tooManyRows();
  const width = Math.max(usedWidth(heads), widest(lines));
  if (width > maxImportColumns) {
    throw new TableError(
      'imports.too_large',
      `This file has more than ${maxImportColumns} columns. Leave out those you do not need.`,
    );
  }
  const headings = Array.from({ length: width }, (_, column) => {
    const heading = cleanLine(heads[column] ?? '');
    return heading === '' ? `Column ${column + 1}` : heading.slice(0, 200).toWellFormed();
  });
  let characters = 0;
  const rows = lines.map(({ number, cells: all }) => {
    const cells = usedWidth(all) > usedWidth(heads) ? withWholePrices(all) : all;
    characters += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (characters > maxTableCharacters) {
      throw new TableError('imports.too_large', 'The texts in this file are too long in total. Split it into parts.');
    }
    return { number, cells: headings.map((_, column) => withoutTextMarks(cleanCell(cells[column] ?? ''))) };
  });
  return { headings, rows };
}

/** `$1,125.00` without quotes is no two cells. */
function withWholePrices(cells: readonly string[]): readonly string[] {
  const at = cells.findIndex(
    (cell, index) => /^\s*[$£€]\d{1,3}$/.test(cell) && /^\d{3}(?:\.\d\d)?\s*$/.test(cells[index + 1] ?? ''),
  );
  return at === -1 ? cells : cells.with(at, `${cells[at]}${cells[at + 1]}`).toSpliced(at + 1, 1);
}

/** A merged cell has its text in its first column. */
function filledForward(cells: readonly string[], width: number): string[] {
  let last = '';
  return Array.from({ length: width }, (_, index) => (last = cells[index] || last));
}

const tooManyRows = (): TableError =>
  new TableError('imports.too_large', `This file has more than ${maxImportRows.toLocaleString('en')} rows. Split it into parts.`);

/** Several readings, if the file does not say how its letters are encoded and they differ. */
function decode(bytes: Uint8Array): Reading[] {
  const text = decodeUnicode(bytes);
  return text === undefined ? readLetters(bytes) : [{ name: '', text }];
}

function decodeUnicode(bytes: Uint8Array): string | undefined {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (a === 0xd0 && b === 0xcf) {
    throw new TableError('imports.unreadable', 'This is an old Excel file (.xls). Save it as XLSX or CSV and try again.');
  }
  const head = bytes.subarray(0, 2000);
  const zeros = (parity: number): number => head.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  if (zeros(1) > head.length / 4) return new TextDecoder('utf-16le').decode(bytes);
  if (zeros(0) > head.length / 4) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The sheets of a JSON file, or the readings of a text. */
function readTexts(readings: Reading[]): { pages: { name: string; sheet: Sheet }[]; isText: boolean } {
  const [{ text } = { text: '' }] = readings;
  const sheets = formatOf(text) === 'JSON' ? readAde(withoutMark(text)) : undefined;
  return sheets
    ? { isText: false, pages: sheets.map(({ name, rows }) => ({ name, sheet: linesWithText(rows) })) }
    : { isText: true, pages: readings.map(({ name, text: each }) => ({ name, sheet: readText(each) })) };
}

const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

const linesWithText = (rows: readonly (readonly string[])[]): Sheet =>
  rows.map((cells, index) => ({ number: index + 1, cells })).filter(({ cells }) => usedWidth(cells) > 0);

function readText(text: string): Sheet {
  // oxlint-disable-next-line no-control-regex
  const controls = text.slice(0, 2000).match(/[\u0000-\u0008\u000E-\u001F]/g) ?? [];
  if (controls.length > 0)
    throw new TableError('imports.unreadable', 'This file is not a table. Save it as CSV, TSV or XLSX and try again.');
  const [, declared] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  if (declared) return split(text.slice(text.indexOf('\n') + 1), declared);
  const format = formatOf(text);
  if (format !== undefined)
    throw new TableError(
      'imports.unreadable',
      `This file is ${format} and not a table. Export the animals as CSV or XLSX from the program that made it, and choose that file.`,
    );
  return splitLines(split(text, delimiterOf(text)));
}

/** Formats of other programs that are no tables. */
const otherFormats = [
  [/^[[{]\s*["{[]/, 'JSON'],
  [/^0 HEAD\b/, 'GEDCOM'],
  [/^<(?:!DOCTYPE html|html)/i, 'a web page'],
  [/^<\?xml/, 'XML'],
  [/^%PDF/, 'a PDF'],
] as const;

const formatOf = (text: string): string | undefined => {
  const start = withoutMark(text.slice(0, 200)).trimStart();
  return otherFormats.find(([beginning]) => beginning.test(start))?.[1];
};

/** Programs put a whole line into one cell where they quote it, and columns of some are parted by spaces only. */
function splitLines(lines: Sheet): Sheet {
  if (lines.length < 2 || lines.some(({ cells }) => usedWidth(cells) > 1)) return lines;
  const texts = lines.map(({ cells }) => cells[0] ?? '');
  const ways = [
    ...['\t', ';', ',', '|'].map((delimiter) => (text: string) => split(text, delimiter)[0]?.cells ?? []),
    (text: string) => text.trim().split(/\s{2,}/),
    (text: string) => text.trim().split(/\s+/),
  ];
  for (const way of ways) {
    const width = way(texts[0] ?? '').length;
    if (width < 2 || countKnownHeadings(way(texts[0] ?? '')) < 2) continue;
    if (texts.filter((text) => way(text).length === width).length > texts.length / 2)
      return lines.map(({ number }, index) => ({ number, cells: way(texts[index] ?? '') }));
  }
  return lines;
}

function split(text: string, delimiter: string, options: Options = {}): Sheet {
  try {
    return linesOf(text, { ...options, delimiter, relax_quotes: true });
  } catch (error) {
    if (error instanceof TableError) throw error;
    // An unclosed apostrophe or inch mark: quotes are read as ordinary characters.
    return linesOf(text, { ...options, delimiter, quote: null });
  }
}

/** Empty lines are counted and not stored: a file of nothing else would take gigabytes. */
function linesOf(text: string, options: Options): Sheet {
  let records = 0;
  const lines: TableRow[] = [];
  parse(text, {
    ...options,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (cells: string[], { empty_lines }) => {
      records += 1;
      const number = records + empty_lines;
      if (number > maxLines || lines.length > maxImportRows + maxHeadingRows) throw tooManyRows();
      if (usedWidth(cells) > 0) lines.push({ number, cells });
      return null;
    },
  });
  return lines;
}

function delimiterOf(text: string): string {
  const sample = text.slice(0, 20_000);
  return likelyDelimiter((delimiter) =>
    split(sample, delimiter, { to: 30 }).map(({ cells }) => cells.slice(0, maxImportColumns + 1)),
  );
}

async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<{ name: string; sheet: Sheet }[]> {
  await ensureHarmless(bytes);
  // Loaded for workbooks only; most files are text.
  const { default: readSpreadsheet } = await import('read-excel-file/universal');
  const sheets = await readSpreadsheet(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)).catch(() => {
    throw new TableError('imports.unreadable', 'This workbook cannot be read. Save it as XLSX or CSV and try again.');
  });
  return sheets.map(({ sheet, data }) => ({
    name: sheet,
    sheet: linesWithText(data.map((row) => row.map(cellText))),
  }));
}

function cellText(cell: unknown): string {
  // A workbook's date is midnight UTC here; its time is ignored.
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  // 2.7, not 2.7000000000000002.
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15)));
  return typeof cell === 'string' ? cell : '';
}
