import { gramsOfMilk } from '#domain/performance/lactations.ts';
import { gramsPer } from '#domain/values/weights.ts';
import { count } from '#web/lib/text/format.ts';
import { roundedWeight, weightUnit } from '#web/lib/text/weight-text.ts';

/** Of a day: `4.2 lbs` */
export const dailyMilkText = (ml: number): string => `${roundedWeight(gramsOfMilk(ml))} ${weightUnit()}`;

/** Of a lactation: `1,349 lbs` */
export const milkText = (ml: number): string => `${count(Math.round(gramsOfMilk(ml) / gramsPer[weightUnit()]))} ${weightUnit()}`;

/** Stands under each yield. */
export const milkMeaning =
  'worked out by the Test Interval Method: each half of the time between two test days has the yield of the nearer one, from the birth to the day she was dried off, or to the last test day, and in 305 days at most. What is recorded of a day is that day’s yield; a litre is taken for 1.03 kg.';
