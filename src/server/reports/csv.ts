import { escapeFormulas } from '#domain/values/formulas.ts';
import type { Cell, Column } from './sheets.ts';

/** RFC 4180, with the byte order mark by which Excel recognizes UTF-8. */
export async function* writeCsv(columns: readonly Column[], batches: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  yield `\uFEFF${toLine(columns.map(({ heading }) => heading))}`;
  for await (const batch of batches) yield batch.map(toLine).join('');
}

const toLine = (cells: readonly Cell[]): string => `${cells.map(toField).join(',')}\r\n`;

function toField(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const escaped = escapeFormulas(cell);
  // Quotes also what other programs treat as a separator or line end.
  return /[",;|\t\r\n\v\f\u0085\u2028\u2029]|^\s|\s$/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}
