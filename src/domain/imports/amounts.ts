import { currency, currencySign, parseDollars } from '../values/money.ts';
import { gramsPerPound, maxWeightGrams } from '../values/weights.ts';
import { byWord } from './vocabulary.ts';
import type { Grams, Cents } from '../values/units.ts';

export type WeightUnit = 'kg' | 'lb' | 'g';

/** A cell such as `12,5` proves that the commas of its column are decimal commas. */
export const hasDecimalComma = (cells: readonly string[]): boolean =>
  cells.some((cell) => /\d,\d{1,2}(?!\d)|\d\.\d{3},\d|^\D*0,\d/.test(cell));

/** Reads `'1,234.5'`, `'1.234,5'`, `"1'234.5"` and `'3,2'`. */
export function toPlainNumber(text: string, decimalComma: boolean): string | undefined {
  const digits = text.replaceAll(/[\s'’\u00A0\u202F]/g, '');
  if (!/^\d[\d.,]*$/.test(digits)) return undefined;
  const isThousands = decimalComma ? /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/ : /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
  const [group, mark] = decimalComma ? ['.', ','] : [',', '.'];
  if (isThousands.test(digits)) return digits.replaceAll(group, '').replace(mark, '.');
  const plain = digits.replace(/,(?=\d*$)/, '.');
  return /^\d+(?:\.\d+)?$/.test(plain) ? plain : undefined;
}

const gramsPer: Readonly<Record<WeightUnit, number>> = { kg: 1000, g: 1, lb: gramsPerPound };
const gramsPerOunce = gramsPer.lb / 16;

export const weightUnits = byWord<WeightUnit>({
  kg: 'kg|kgs|kilo|kilos|kilogram|kilograms',
  lb: 'lb|lbs|pound|pounds|#',
  g: 'g|gr|gram|grams',
});

/** A unit in the cell (`3.2 kg`, `7 lb 4 oz`) takes precedence over the unit of the column. */
export function parseWeight(cell: string, unit: WeightUnit | undefined, decimalComma: boolean): number | undefined {
  const text = inPounds(lower(cell));
  const [withOunces = '', ounces] = /(?<![\d.,])([\d.,]+)\s*oz\.?$/.exec(text) ?? [];
  const main = text.slice(0, text.length - withOunces.length).trim();
  const [, number = '', ownUnit = ''] = /^([\d.,'’\s]+)([a-z#]*)\.?$/.exec(main) ?? [];
  const plain = toPlainNumber(number.replace(/\.$/, ''), decimalComma);
  const effectiveUnit = ownUnit === '' ? unit : weightUnits.get(ownUnit);
  if (plain === undefined || effectiveUnit === undefined || (ounces !== undefined && effectiveUnit !== 'lb')) return undefined;
  const grams = Math.round(
    Number(plain) * gramsPer[effectiveUnit] + Number(toPlainNumber(ounces ?? '0', decimalComma)) * gramsPerOunce,
  );
  return grams >= 1 && grams <= maxWeightGrams ? grams : undefined;
}

/** Fourteen pounds are a stone: `8 st 6 lb`. */
const inPounds = (cell: string): string => {
  const [, stones, rest = ''] = /^([\d.]+) ?st(?:ones?)?\.? ?([\d.]*)(?: ?lbs?)?\.?$/.exec(cell) ?? [];
  return stones === undefined ? cell : `${Number(stones) * 14 + Number(rest)} lb`;
};

export const hasUnit = (cell: string): boolean =>
  weightUnits.has(/\d\s*([a-z#]+)\.?(?:\s|$)/.exec(inPounds(lower(cell)))?.[1] ?? '');

/** A price in another currency than that of the installation is not read: `$5`, `5 USD` and `US$ 5` are dollars. */
export function parsePrice(cell: string, decimalComma: boolean): Cents | undefined {
  const [code, sign, text] = [currency(), currencySign(), cell.trim()];
  const [country, upper] = [code.slice(0, 2), text.toUpperCase()];
  const before = [`${country} ${sign}`, country + sign, sign, code].find((mark) => upper.startsWith(mark.toUpperCase())) ?? '';
  const after = [sign, code].find((mark) => upper.endsWith(mark.toUpperCase())) ?? '';
  const bare = text.slice(before.length, text.length - after.length).trim();
  const plain = toPlainNumber(bare, decimalComma);
  return plain === undefined ? undefined : parseDollars(plain.replace(/(\.\d\d?)0+$/, '$1'));
}

export function parseDays(cell: string): number | undefined {
  const [, number = '', unit = ''] = /^(\d{1,4})(?:[.,]0+)?\s*(d|days?|w|wks?|weeks?)?\.?$/.exec(lower(cell)) ?? [];
  const days = Number(number) * (unit.startsWith('w') ? 7 : 1);
  return days >= 1 && days <= 1000 ? days : undefined;
}

export function parseAgeYears(cell: string): number | undefined {
  const [, number, unit = ''] = /^(\d{1,3}(?:[.,]\d+)?)\s*(y|yrs?|years?|m|mo|mths?|months?)?\.?$/.exec(lower(cell)) ?? [];
  if (number === undefined) return undefined;
  const years = Math.floor(Number(number.replace(',', '.')) / (unit.startsWith('m') ? 12 : 1));
  return years <= 30 ? years : undefined;
}

export function formatWeight(grams: Grams): string {
  const short = (value: number, digits: number): string => String(Number(value.toFixed(digits)));
  return `${short(grams / gramsPer.kg, 3)} kg (${short(grams / gramsPer.lb, 1)} lbs)`;
}

const lower = (cell: string): string => cell.trim().toLowerCase();

/** The unit of milk in a heading or a cell. */
export const milkUnit = (heading: string): string | undefined =>
  /(?:^|[^a-z])(ml|l|litres?|liters?|kgs?|lbs?|pounds?)(?:[^a-z]|$)/i.exec(heading.replaceAll('_', ' '))?.[1];

/** `Dose (ml/10 kg)`, `Dose mL`. */
export const unitInHeading = (heading: string): string | undefined =>
  /\(([^()\d]{1,20})\)\s*$/.exec(heading)?.[1] ??
  /[ _](mls?|cc|mg|g|l|iu|tablets?|bolus(?:es)?)$/i.exec(heading)?.[1]?.toLowerCase();
