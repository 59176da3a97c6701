import { escapeFormulas } from '#domain/formulas.ts';
import type { Cell, Column } from './sheets.ts';

/** A table as RFC 4180 writes it, with the mark that tells Excel it is UTF-8. */
export async function* csvOf(columns: readonly Column[], batches: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  yield `\uFEFF${lineOf(columns.map(({ heading }) => heading))}`;
  for await (const batch of batches) yield batch.map(lineOf).join('');
}

const lineOf = (cells: readonly Cell[]): string => `${cells.map(fieldOf).join(',')}\r\n`;

function fieldOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const harmless = escapeFormulas(cell);
  // Also what other programs take for a separator or the end of a line.
  return /[",;|\t\r\n\v\f\u0085\u2028\u2029]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
