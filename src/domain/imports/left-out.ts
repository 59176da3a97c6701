import type { Column, TableRow } from './fields.ts';
import { completeRows } from './complete-rows.ts';
import { isTotalsRow } from './totals.ts';

/** By row number: true includes the row, false leaves it out. */
export type RowChoices = ReadonlyMap<number, boolean>;

export type LeftOutBy = 'person' | 'totals';

export interface LeftOutRow {
  readonly number: number;
  readonly tagNumber: string;
  readonly by: LeftOutBy;
}

export function partitionRows(
  rows: readonly TableRow[],
  columns: readonly Column[],
  choices: RowChoices,
): { included: readonly TableRow[]; leftOut: readonly LeftOutRow[] } {
  const tagColumn = columns.findIndex(({ field }) => field === 'tagNumber');
  const included: TableRow[] = [];
  const leftOut: LeftOutRow[] = [];
  for (const row of completeRows(rows, columns)) {
    const choice = choices.get(row.number);
    const by = choice === false ? 'person' : choice === undefined && isTotalsRow(row, columns) ? 'totals' : undefined;
    if (by) leftOut.push({ number: row.number, tagNumber: (row.cells[tagColumn] ?? '').slice(0, 100), by });
    else included.push(row);
  }
  return { included, leftOut };
}
