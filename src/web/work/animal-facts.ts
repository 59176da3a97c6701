import { kindText } from '#web/herd/who-text.ts';
import { dateText } from '#web/lib/format.ts';
import { roundedWeightText } from '#web/lib/weight-text.ts';
import { today } from '#web/lib/today.ts';
import type { KnownAnimal } from './known-animal.ts';

/** `Ram lamb, 5 months`, `35.2 lbs on 8 Nov`, `not in this list` */
export function factsOf({ animal, lastWeight, isExpected, earlier }: KnownAnimal): readonly string[] {
  const now = today();
  return [
    ...(earlier ? ['done already'] : isExpected ? [] : ['not in this list']),
    kindText(animal, now),
    ...(lastWeight ? [`${roundedWeightText(lastWeight.grams)} on ${dateText(lastWeight.day, now)}`] : []),
  ];
}
