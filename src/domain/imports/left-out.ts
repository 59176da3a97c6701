import { completeRows } from './complete-rows.ts';
import { columnOf, type Column, type TableRow } from './fields.ts';
import { kindOfFile } from './file-kind.ts';
import { isImportedList } from './lists.ts';
import { finishRow, type LeftOutBy, type PlannedRow } from './planned-row.ts';
import { isMissing } from './cell-values.ts';
import { normalizeWord, wordSet } from './vocabulary.ts';

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

const totalWords = wordSet(
  `total totals subtotal totaal totale totaux gesamt gesamtsumme zwischensumme insgesamt summe sum suma somme soma somma som
  count counts average avg mean median mittelwert durchschnitt promedio moyenne gemiddelde media anzahl`,
);
const prefixes = new Set(['grand', 'sub', 'overall', 'herd', 'flock']);
const countedNouns = wordSet(
  `of animals animal head heads ewes rams lambs sheep does bucks kids goats wethers females males tiere schafe lammer ziegen
  animales ovejas cabras animaux brebis chevres animali dieren schapen`,
);

function isTotal(cell: string): boolean {
  const words = normalizeWord(cell).match(/[a-z]+|\d+/g) ?? [];
  const start = prefixes.has(words[0] ?? '') ? 1 : 0;
  const [first = '', ...rest] = words.slice(start);
  const isCount = /^\d/.test(first) && rest.length > 0 && rest.every((word) => countedNouns.has(word));
  return isCount || (totalWords.has(first) && rest.every((word) => countedNouns.has(word) || /^\d/.test(word)));
}

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
