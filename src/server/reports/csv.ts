import type { Cell, Column } from './sheets.ts';

/** A table as RFC 4180 writes it, with the mark that tells Excel it is UTF-8. */
export async function* csvOf(columns: readonly Column[], batches: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  yield `\uFEFF${lineOf(columns.map(({ heading }) => heading))}`;
  for await (const batch of batches) yield batch.map(lineOf).join('');
}

const lineOf = (cells: readonly Cell[]): string => `${cells.map(fieldOf).join(',')}\r\n`;

/** Spreadsheet programs take a text that begins so for a formula, also the full-width forms of these signs. */
const formula = /^[=+\-@\t\r\n\0\uFF1D\uFF0B\uFF0D\uFF20]/;

function fieldOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const harmless = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
