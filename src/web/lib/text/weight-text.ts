import { currencySign, groupThousands } from '#domain/values/money.ts';
import { gramsPer, maxWeightGrams, parseWeight, weightWithUnit, weightNumber } from '#domain/values/weights.ts';
import { regional } from './regional.ts';
import type { Grams, Pounds } from '#domain/values/units.ts';

export const weightUnit = () => regional().weightUnit;

/** Converts a weight typed in the farm's unit to grams. */
export const readWeight = (typed: string): Grams | undefined => parseWeight(typed, weightUnit());

/** Says what to type where a weight cannot be read. */
export const weightHint = (most: Grams = maxWeightGrams): string =>
  `Write a weight of up to ${groupThousands(Math.floor(most / gramsPer[weightUnit()]))} ${weightUnit()}, such as 7.5`;

/** With all decimals, as typed: `92.59` */
export const typedWeight = (grams: Grams): string => weightNumber(grams, weightUnit());

/** `92.59 lbs` */
export const weightText = (grams: Grams): string => weightWithUnit(grams, weightUnit());

/** `92.6`, for computed weights. */
export const roundedWeight = (grams: Grams): string => String(Math.round((grams / gramsPer[weightUnit()]) * 10) / 10);

/** `92.6 lbs` */
export const roundedWeightText = (grams: Grams): string => `${roundedWeight(grams)} ${weightUnit()}`;

/** `+0.4 lbs/day`, or `+180 g/day` where weights are in kilograms; what rounds to zero has no sign. */
export function gainText(gramsPerDay: number): string {
  const gain = gramsText(Math.abs(gramsPerDay));
  const sign = gramsPerDay < 0 ? '\u2212' : '+';
  return `${gain.startsWith('0 ') ? '' : sign}${gain}/day`;
}

const gramsText = (grams: Grams): string => (weightUnit() === 'kg' ? `${Math.round(grams)} g` : weightText(grams));

/** A field label in the farm's unit and currency: `Birth weight (kg)`, `Price (€)`. */
export const labelInUnit = (label: string): string =>
  label.replace('(lbs)', `(${weightUnit()})`).replace('($)', `(${currencySign()})`);

/** Pounds of the API in the farm's unit, as typed. */
export const typedPounds = (pounds: Pounds): string =>
  weightUnit() === 'lbs' ? String(pounds) : typedWeight(pounds * gramsPer.lbs);

/** For a health record, whose weight is in pounds in the API. */
export const poundsText = (pounds: Pounds): string => `${typedPounds(pounds)} ${weightUnit()}`;

/** `42 kg`, or `42 kg, estimated`: nobody weighed it. */
export const knownWeightText = ({
  grams,
  isEstimate,
}: {
  readonly grams: Grams;
  readonly isEstimate?: boolean | undefined;
}): string => `${roundedWeightText(grams)}${isEstimate ? ', estimated' : ''}`;
