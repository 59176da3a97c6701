import type { Column, TableRow } from './fields.ts';
import { isTotalsRow } from './totals.ts';

/** By the number of a row: whether the person takes it in or leaves it out. */
export type RowChoices = ReadonlyMap<number, boolean>;

/** Who left a row out: the person, or this import, since it looks like a line of totals. */
export type LeftOutBy = 'person' | 'totals';

export interface LeftOutRow {
  readonly number: number;
  readonly tagNumber: string;
  readonly by: LeftOutBy;
}

/** The rows that are read, and those that stay outside before anything of them is asked or compared. */
export function divideRows(
  rows: readonly TableRow[],
  columns: readonly Column[],
  choices: RowChoices,
): { taken: readonly TableRow[]; leftOut: readonly LeftOutRow[] } {
  const tagColumn = columns.findIndex(({ field }) => field === 'tagNumber');
  const taken: TableRow[] = [];
  const leftOut: LeftOutRow[] = [];
  for (const row of rows) {
    const choice = choices.get(row.number);
    const by = choice === false ? 'person' : choice === undefined && isTotalsRow(row, columns) ? 'totals' : undefined;
    if (by) leftOut.push({ number: row.number, tagNumber: (row.cells[tagColumn] ?? '').slice(0, 100), by });
    else taken.push(row);
  }
  return { taken, leftOut };
}
