import { addDays, type CalendarDate, daysBetween } from '../dates.ts';

export interface Weight {
  readonly day: CalendarDate;
  readonly grams: number;
}

/** Between weighings that are closer than this, gut fill and the scale weigh more than growth does. */
export const leastGainDays = 14;

export interface Gain {
  readonly gramsPerDay: number;
  readonly days: number;
}

/**
 * From the latest weight at least two weeks before the last one or, if there is none, from the earliest on another day. `weights` are in
 * order, with one weight a day.
 */
export function gainOf(weights: readonly Weight[]): Gain | undefined {
  const last = weights.at(-1);
  if (!last) return undefined;
  const limit = addDays(last.day, -leastGainDays);
  const base = weights.findLast(({ day }) => day <= limit) ?? weights[0];
  if (!base || base.day >= last.day) return undefined;
  const days = daysBetween(base.day, last.day);
  // Adding 0 makes -0 a 0, which is what JSON stores.
  return { gramsPerDay: Math.round((last.grams - base.grams) / days) + 0, days };
}

/**
 * `weight` is not before the last of `weights`, and takes the place of another one of its day. Only the weights that a gain can still be
 * measured from remain.
 */
export function addWeight(weights: readonly Weight[], weight: Weight): readonly Weight[] {
  const limit = addDays(weight.day, -leastGainDays);
  const others = weights.filter(({ day }) => day !== weight.day);
  const base = others.findLastIndex(({ day }) => day <= limit);
  return [...others.slice(Math.max(base, 0)), { day: weight.day, grams: weight.grams }];
}
