import { whoText } from '#web/journal/animal-facts.tsx';
import { dayText, roundedPounds } from '#web/herd/day-text.ts';
import { today } from '#web/lib/today.ts';
import type { KnownAnimal } from './known-animal.ts';

/** `Ram lamb, 5 months`, `35.2 lbs on Sun 8 Nov`, `not in this list` */
export function factsOf({ animal, lastWeight, isExpected, earlier }: KnownAnimal): readonly string[] {
  const now = today();
  const [who = ''] = whoText(animal, now).split(' · ');
  return [
    ...(earlier ? ['done already'] : isExpected ? [] : ['not in this list']),
    who,
    ...(lastWeight ? [`${roundedPounds(lastWeight.grams)} lbs on ${dayText(lastWeight.day, now)}`] : []),
  ];
}
