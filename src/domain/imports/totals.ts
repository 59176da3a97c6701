import type { Column, TableRow } from './fields.ts';
import { isMissing } from './words.ts';
import { wordOf } from './vocabulary.ts';

/** Words that begin a line of totals, in the languages an import knows. */
const totalWords = new Set(
  `total totals subtotal totaal totale totaux gesamt gesamtsumme zwischensumme insgesamt summe sum suma somme soma somma som
  average avg mittelwert durchschnitt promedio moyenne gemiddelde media anzahl`.split(/\s+/),
);
const before = new Set(['grand', 'sub', 'overall', 'herd', 'flock']);
/** What such a line may name besides numbers. */
const counted = new Set(
  `of animals animal head heads ewes rams lambs sheep does bucks kids goats wethers females males tiere schafe lammer ziegen
  animales ovejas cabras animaux brebis chevres animali dieren schapen`.split(/\s+/),
);

/** `TOTAL`, `Total: 42`, `Summe`, `Total ewes (40)`: a cell that sums up the rows above it. */
function isTotal(cell: string): boolean {
  const words = wordOf(cell).match(/[a-z]+|\d+/g) ?? [];
  const start = before.has(words[0] ?? '') ? 1 : 0;
  const [first = '', ...rest] = words.slice(start);
  return totalWords.has(first) && rest.every((word) => counted.has(word) || /^\d/.test(word));
}

/** Whether a row is no animal but the sum of others: it has such a word for a tag, or none and such a word in front. */
export function isTotalsRow({ cells }: TableRow, columns: readonly Column[]): boolean {
  const tag = cells[columns.findIndex(({ field }) => field === 'tagNumber')] ?? '';
  return isTotal(isMissing(tag) ? (cells.find((cell) => !isMissing(cell)) ?? '') : tag);
}
