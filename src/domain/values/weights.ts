import type { WeightUnit, Grams, Pounds } from './units.ts';

export const gramsPerPound = 453.592_37;

export const gramsPer: Readonly<Record<WeightUnit, number>> = { lbs: gramsPerPound, kg: 1000 };

/** Heavier weights are treated as typing mistakes. Birth and weaning weights have a lower limit. */
export const maxWeightLbs = 1500;

const decimal = /^(\d{1,4})(?:[.,](\d{1,3}))?$/;

/** In grams. Accepts '7', '7.5' and '7,5'. */
export function parseWeight(text: string, unit: WeightUnit): Grams | undefined {
  const match = decimal.exec(text.trim());
  if (!match) return undefined;
  const grams = Math.round(Number(`${match[1]}.${match[2] ?? '0'}`) * gramsPer[unit]);
  return grams > 0 ? grams : undefined;
}

/** A stored weight; one that was typed is parsed. */
export const gramsOfPounds = (pounds: Pounds): Grams => Math.round(pounds * gramsPerPound);

export const parsePounds = (text: string): Grams | undefined => parseWeight(text, 'lbs');

export const maxWeightGrams = parsePounds(String(maxWeightLbs)) ?? 0;
export const maxGrowthGrams = 500_000;

/** The largest whole number of the unit that is accepted. */
export const maxWeightIn: Readonly<Record<WeightUnit, number>> = { lbs: maxWeightLbs, kg: Math.floor(maxWeightGrams / 1000) };

/** With at most two decimals, which reproduces a typed weight. */
export const weightNumber = (grams: Grams, unit: WeightUnit): string => String(Math.round((grams / gramsPer[unit]) * 100) / 100);

/** `92.59 lbs` */
export const weightWithUnit = (grams: Grams, unit: WeightUnit): string => `${weightNumber(grams, unit)} ${unit}`;

export const poundText = (grams: Grams): string => weightNumber(grams, 'lbs');

export const poundsOf = (grams: Grams): Pounds => exactWeight(grams, 'lbs');

/** The weight in the unit, precise to the gram. */
export function exactWeight(grams: Grams, unit: WeightUnit): number {
  const short = weightNumber(grams, unit);
  return parseWeight(short, unit) === grams ? Number(short) : Math.round((grams / gramsPer[unit]) * 1000) / 1000;
}
