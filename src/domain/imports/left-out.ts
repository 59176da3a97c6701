import { completeRows } from './complete-rows.ts';
import { columnOf, type Column, type TableRow } from './fields.ts';
import { kindOfFile } from './file-kind.ts';
import { isImportedList } from './lists.ts';
import { finishRow, type LeftOutBy, type PlannedRow } from './planned-row.ts';
import { isMissing } from './cell-values.ts';
import { isTotal } from './nobody.ts';

/** By row number: true includes the row, false leaves it out. */
export type RowChoices = ReadonlyMap<number, boolean>;

export function partitionRows(
  rows: readonly TableRow[],
  columns: readonly Column[],
  choices: RowChoices,
): { included: readonly TableRow[]; leftOut: readonly PlannedRow[] } {
  const tagColumn = columnOf(columns, 'tagNumber');
  // A place may be called 'Total'.
  const isOfList = isImportedList(kindOfFile(columns) ?? '');
  const included: TableRow[] = [];
  const leftOut: PlannedRow[] = [];
  for (const row of completeRows(rows, columns)) {
    const choice = choices.get(row.number);
    const by =
      choice === false ? 'person' : choice === undefined && !isOfList && isTotalsRow(row, columns) ? 'totals' : undefined;
    const called = { number: row.number, tagNumber: (row.cells[tagColumn] ?? '').slice(0, 100) };
    if (by) leftOut.push({ ...finishRow(called, 'refused', reasons[by]), leftOut: by });
    else included.push(row);
  }
  return { included, leftOut };
}

const reasons: Readonly<Record<LeftOutBy, string>> = {
  person: 'You left this row out.',
  totals: 'This looks like a line of totals or a note and not like an animal, so it is left out.',
};

/** A line under a table: `* = twins`, `Printed 3/4/2026`, or a sentence. */
const isNote = (text: string): boolean =>
  /^\*|=|: |^(?:printed|(?:last )?updated|page|exported|generated|note|key|legend|pen|paddock|mob|group|field)\b/i.test(text) ||
  text.split(' ').length > 3;

function isTotalsRow({ cells }: TableRow, columns: readonly Column[]): boolean {
  const [only = '', ...others] = cells.filter((cell) => cell.trim() !== '');
  if (columns.length > 2 && others.length === 0 && isNote(only)) return true;
  const tag = cells[columnOf(columns, 'tagNumber')] ?? '';
  return isTotal(isMissing(tag) ? (cells.find((cell) => !isMissing(cell)) ?? '') : tag);
}
