import { kindText } from '#web/herd/animal/who-text.ts';
import { dateText } from '#web/lib/text/format.ts';
import { knownWeightText } from '#web/lib/text/weight-text.ts';
import { today } from '#web/lib/text/today.ts';
import type { KnownAnimal } from './known-animal.ts';

/** What to consider before it is entered; empty if there is nothing. */
export const remarkOf = ({ earlier, isExpected }: KnownAnimal): string =>
  earlier ? 'Done already' : isExpected ? '' : 'Not in this list';

/** `Ram lamb, 5 months`, `35.2 lbs on Nov 8` */
export function factsOf({ animal, lastWeight }: KnownAnimal): readonly string[] {
  const now = today();
  return [kindText(animal, now), ...(lastWeight ? [`${knownWeightText(lastWeight)} on ${dateText(lastWeight.day, now)}`] : [])];
}
