import { gramsPer, parseWeight, weightNumber } from '#domain/weights.ts';
import { regional } from './regional.ts';

export const weightUnit = () => regional().weightUnit;

/** In grams, of what was typed in the farm's unit. */
export const readWeight = (typed: string): number | undefined => parseWeight(typed, weightUnit());

/** As it was typed: `92.59` */
export const typedWeight = (grams: number): string => weightNumber(grams, weightUnit());

/** `92.59 lbs` */
export const weightText = (grams: number): string => `${typedWeight(grams)} ${weightUnit()}`;

/** `92.6`, for what is shown and was not typed. */
export const roundedWeight = (grams: number): string => String(Math.round((grams / gramsPer[weightUnit()]) * 10) / 10);

/** `92.6 lbs` */
export const roundedWeightText = (grams: number): string => `${roundedWeight(grams)} ${weightUnit()}`;

/** `+0.4 lbs/day` */
export const gainText = (gramsPerDay: number): string =>
  `${gramsPerDay < 0 ? '\u2212' : '+'}${typedWeight(Math.abs(gramsPerDay))} ${weightUnit()}/day`;

/** Where there is little room. */
export const shortUnit = () => (weightUnit() === 'kg' ? 'kg' : 'lb');

/** A label of a record's description, in the farm's unit: `Birth weight (kg)`. */
export const labelInUnit = (label: string): string => label.replace('(lbs)', `(${weightUnit()})`);

/** Of a health record, whose weight is in pounds on the wire. */
export const poundsText = (pounds: number): string =>
  weightUnit() === 'lbs' ? `${pounds} lbs` : weightText(pounds * gramsPer.lbs);
