import { useQuery } from '@tanstack/react-query';
import type { Animal } from '#contract/animals.ts';
import { addDays } from '#domain/values/dates.ts';
import { animalsQuery, animalStatesQuery } from '#web/herd/data/animals.queries.ts';
import { eventsQuery } from '#web/herd/data/events.queries.ts';
import { rememberingLast } from '#web/lib/remembering-last.ts';
import { today } from '#web/lib/text/today.ts';
import type { Entry } from './use-entries.ts';
import type { Grams } from '#domain/values/units.ts';

/** Facts shown about the animal being entered. */
export interface KnownAnimal {
  readonly animal: Animal;
  readonly isExpected: boolean;
  /** The last weight before this work. */
  readonly lastWeight: { readonly grams: Grams; readonly day: string; readonly isEstimate: boolean } | undefined;
  readonly treatments: number;
  /** The size of its litter, counting tagged animals. */
  readonly bornAs: number;
  readonly earlier: Entry | undefined;
}

const treatedWithinDays = 90;

export function useKnownAnimals(
  expected: readonly string[],
  entries: ReadonlyMap<string, Entry>,
): (animal: Animal) => KnownAnimal {
  const { data: states = [] } = useQuery(animalStatesQuery);
  const { data: treatments = [] } = useQuery(eventsQuery({ kinds: ['treatment'], from: addDays(today(), -treatedWithinDays) }));
  const stateOf = new Map(states.map((state) => [state.animalId, state]));
  const treated = Map.groupBy(treatments, ({ animalId }) => animalId);
  const { data: herd } = useQuery(animalsQuery);
  const isExpected = new Set(expected);
  return (animal) => {
    const state = stateOf.get(animal.id);
    const { lastWeightGrams: grams = null, lastWeightDay: day = null, isLastWeightEstimate: isEstimate = false } = state ?? {};
    const earlier = entries.get(animal.id);
    // A weight recorded by this work is the one being corrected, so it does not count.
    const isOwn = earlier?.kind === 'weighing' && day === earlier.day;
    return {
      animal,
      isExpected: isExpected.size === 0 || isExpected.has(animal.id),
      lastWeight: grams === null || day === null || isOwn ? undefined : { grams, day, isEstimate },
      treatments: treated.get(animal.id)?.length ?? 0,
      bornAs: isOfLitter(animal) ? (littersIn(herd).get(litterOf(animal))?.length ?? 1) : 1,
      earlier,
    };
  };
}

const isOfLitter = ({ motherId, birthDate }: Animal): boolean => motherId !== null && birthDate !== null;

const litterOf = ({ motherId, birthDate }: Animal): string => `${motherId} ${birthDate}`;

const littersIn = rememberingLast((herd: readonly Animal[] | undefined) =>
  Map.groupBy((herd ?? []).filter(isOfLitter), litterOf),
);
