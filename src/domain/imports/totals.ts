import type { Column, TableRow } from './fields.ts';
import { isMissing } from './cell-values.ts';
import { normalizeWord } from './vocabulary.ts';

const totalWords = new Set(
  `total totals subtotal totaal totale totaux gesamt gesamtsumme zwischensumme insgesamt summe sum suma somme soma somma som
  count counts average avg mittelwert durchschnitt promedio moyenne gemiddelde media anzahl`.split(/\s+/),
);
const prefixes = new Set(['grand', 'sub', 'overall', 'herd', 'flock']);
const countedNouns = new Set(
  `of animals animal head heads ewes rams lambs sheep does bucks kids goats wethers females males tiere schafe lammer ziegen
  animales ovejas cabras animaux brebis chevres animali dieren schapen`.split(/\s+/),
);

function isTotal(cell: string): boolean {
  const words = normalizeWord(cell).match(/[a-z]+|\d+/g) ?? [];
  const start = prefixes.has(words[0] ?? '') ? 1 : 0;
  const [first = '', ...rest] = words.slice(start);
  return totalWords.has(first) && rest.every((word) => countedNouns.has(word) || /^\d/.test(word));
}

export function isTotalsRow({ cells }: TableRow, columns: readonly Column[]): boolean {
  const tag = cells[columns.findIndex(({ field }) => field === 'tagNumber')] ?? '';
  return isTotal(isMissing(tag) ? (cells.find((cell) => !isMissing(cell)) ?? '') : tag);
}
