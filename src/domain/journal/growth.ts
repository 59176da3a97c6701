import { addDays, type CalendarDate, daysBetween } from '../values/dates.ts';
import type { Grams } from '../values/units.ts';

export interface Weight {
  readonly day: CalendarDate;
  readonly grams: Grams;
  /** Nobody weighed it, so no gain is computed from it. */
  readonly isEstimate?: true;
}

export const weightOf = ({ day, grams, method }: Omit<Weight, 'isEstimate'> & { readonly method: string | null }): Weight => ({
  day,
  grams,
  ...(method === 'estimate' && { isEstimate: true }),
});

/** In their order, the last one of each day that was measured, or else its last estimate. */
export const onePerDay = (weights: readonly Weight[]): readonly Weight[] => [
  ...new Map([...weights, ...weights.filter(isMeasured)].map((weight) => [weight.day, weight])).values(),
];

/** Over a shorter interval, gut fill and the error of the scale outweigh growth. */
export const minGainDays = 14;

export interface Gain {
  readonly gramsPerDay: number;
  readonly days: number;
}

/**
 * The gain since the latest weight at least two weeks before the last one or, if there is none, since the earliest weight. `weights` are
 * in order, with one weight a day; estimates do not count.
 */
export function gainOf(all: readonly Weight[]): Gain | undefined {
  const weights = all.filter(isMeasured);
  const last = weights.at(-1);
  if (!last) return undefined;
  const limit = addDays(last.day, -minGainDays);
  const base = weights.findLast(({ day }) => day <= limit) ?? weights[0];
  if (!base || base.day >= last.day) return undefined;
  const days = daysBetween(base.day, last.day);
  // Adding 0 makes -0 a 0, which is what JSON stores.
  return { gramsPerDay: Math.round((last.grams - base.grams) / days) + 0, days };
}

const isMeasured = ({ isEstimate }: Weight): boolean => !isEstimate;

/**
 * `weight` is not before the last of `weights`, and replaces another one of its day, unless it is an estimate and that one is not. Only the
 * last estimate and weights that a later gain can be computed from remain.
 */
export function addWeight(weights: readonly Weight[], weight: Weight): readonly Weight[] {
  const measured = weights.filter(isMeasured);
  if (weight.isEstimate) return measured.at(-1)?.day === weight.day ? weights : [...measured, weight];
  const limit = addDays(weight.day, -minGainDays);
  const others = measured.filter(({ day }) => day !== weight.day);
  const base = others.findLastIndex(({ day }) => day <= limit);
  return [...others.slice(Math.max(base, 0)), weight];
}
