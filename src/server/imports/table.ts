import { parse } from 'csv-parse/sync';
import { maxImportColumns, maxImportRows } from '#contract/imports.ts';
import { findHeadingRow, countKnownHeadings } from '#domain/imports/headings.ts';
import { cleanText } from '#domain/text.ts';
import { TableError } from './table-error.ts';
import { ensureHarmless, isZip } from './workbook-guard.ts';

/** A file as rows of text; the headings are the first of its rows that look like some. */
export interface Table {
  readonly headings: readonly string[];
  readonly rows: readonly { readonly number: number; readonly cells: readonly string[] }[];
}

/** Reads CSV, TSV and the like in any usual encoding, and XLSX. Its content tells which it is, not its name. */
export async function readTable(bytes: Uint8Array<ArrayBuffer>): Promise<Table> {
  const sheets = isZip(bytes) ? await readWorkbook(bytes) : [readText(decode(bytes))];
  const tables = sheets.map(tableOf);
  const table = tables.find(({ headings, rows }) => rows.length > 0 && countKnownHeadings(headings) >= 2);
  const first = table ?? tables.find(({ rows }) => rows.length > 0);
  if (!first) throw new TableError('imports.unreadable', 'There are no rows with animals in this file.');
  if (first.rows.length > maxImportRows) {
    throw new TableError(
      'imports.too_large',
      `This file has more than ${maxImportRows.toLocaleString('en')} rows. Split it in parts.`,
    );
  }
  if (first.headings.length > maxImportColumns) {
    throw new TableError(
      'imports.too_large',
      `This file has more than ${maxImportColumns} columns. Leave out those you do not need.`,
    );
  }
  return first;
}

type Sheet = readonly (readonly string[])[];

function tableOf(sheet: Sheet): Table {
  const lines = sheet
    .map((cells, index) => ({ number: index + 1, cells: cells.map(storable) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const headingRow = findHeadingRow(lines.map(({ cells }) => cells));
  const rows = lines.slice(headingRow === undefined ? 0 : headingRow + 1);
  const heads = headingRow === undefined ? [] : (lines[headingRow]?.cells ?? []);
  const width = rows.reduce((widest, { cells }) => Math.max(widest, usedWidth(cells)), usedWidth(heads));
  const headings = Array.from({ length: width }, (_, column) => {
    const heading = (heads[column] ?? '').replaceAll(/\s+/g, ' ');
    return heading === '' ? `Column ${column + 1}` : heading.slice(0, 200).toWellFormed();
  });
  return {
    headings,
    rows: rows.map(({ number, cells }) => ({ number, cells: headings.map((_, column) => cells[column] ?? '') })),
  };
}

const usedWidth = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

const storable = (cell: string): string => cleanText(cell.replaceAll('\0', '').toWellFormed());

/** By its byte order mark, by where its zeros are, else UTF-8 where that is what it is, else what Windows programs wrote. */
function decode(bytes: Uint8Array): string {
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
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function readText(text: string): Sheet {
  // oxlint-disable-next-line no-control-regex
  const controls = text.slice(0, 2000).match(/[\u0000-\u0008\u000E-\u001F]/g) ?? [];
  if (controls.length > 0)
    throw new TableError('imports.unreadable', 'This file is not a table. Save it as CSV, TSV or XLSX and try again.');
  const [, declared] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  if (declared) return split(text.slice(text.indexOf('\n') + 1), declared);
  return split(text, likelyDelimiter(text));
}

function split(text: string, delimiter: string, to?: number): Sheet {
  try {
    return parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      ...(to && { to }),
    });
  } catch {
    // An apostrophe or an inch mark that was never closed: read the marks as they stand.
    return parse(text, { delimiter, bom: true, relax_column_count: true, quote: null, ...(to && { to }) });
  }
}

/** The separator under which the file has the most headings that are known, then the most columns in most of its rows. */
function likelyDelimiter(text: string): string {
  const sample = text.slice(0, 20_000);
  const ranked = ['\t', ';', ',', '|'].map((delimiter) => {
    const lines = split(sample, delimiter, 30);
    const known = Math.max(0, ...lines.slice(0, 20).map(countKnownHeadings));
    const widths = lines.map(usedWidth).toSorted((a, b) => a - b);
    return { delimiter, known, width: widths[Math.floor(widths.length / 2)] ?? 0 };
  });
  return ranked.toSorted((a, b) => b.known - a.known || b.width - a.width)[0]?.delimiter ?? ',';
}

async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Sheet[]> {
  ensureHarmless(bytes);
  // Loaded only for workbooks: most files are text.
  const { default: readSpreadsheet } = await import('read-excel-file/universal');
  const sheets = await readSpreadsheet(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)).catch(() => {
    throw new TableError(
      'imports.unreadable',
      'This is not a workbook that can be read here. Save it as XLSX or CSV and try again.',
    );
  });
  return sheets.map(({ data }) => data.map((row) => row.map(cellText)));
}

/** Texts, numbers, days and yes or no; whatever else a cell may hold is no text. */
function cellText(cell: unknown): string {
  // A workbook's day is midnight UTC here; its hours are of no interest.
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  // 2.7 and not 2.7000000000000002.
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15)));
  return typeof cell === 'string' ? cell : '';
}
