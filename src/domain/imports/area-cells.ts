import { areaUnits } from '../values/areas.ts';
import type { WeightUnit } from '../values/units.ts';
import { toPlainNumber } from './amounts.ts';
import { splitWords } from './heading-words.ts';

const { kg: metric, lbs: customary } = areaUnits;
const units = [
  [/\bha\b|hectare/, metric.squareMetres],
  [/\bm2\b|\bsq ?m\b|square met/, metric.small.squareMetres],
  [/\bacres?\b/, customary.squareMetres],
  [/\bft2\b|\bsq ?ft\b|square f/, customary.small.squareMetres],
] as const;

/** In square metres. A unit in the cell (`3 ha`) takes precedence over that of the heading, and that over the farm's own. */
export function parseAreaCell(cell: string, heading: string, unit: WeightUnit, decimalComma: boolean): number | undefined {
  const [, number = '', own = ''] = /^([\d.,'’\s]+)(.*)$/.exec(cell) ?? [];
  const words = splitWords(own === '' ? heading : own).join(' ');
  const usual = own === '' ? areaUnits[unit].squareMetres : undefined;
  const squareMetres = units.find(([word]) => word.test(words))?.[1] ?? usual;
  const plain = toPlainNumber(number, decimalComma);
  return plain === undefined || squareMetres === undefined ? undefined : Math.round(Number(plain) * squareMetres);
}
