import { useQuery } from '@tanstack/react-query';
import type { Animal } from '#contract/animals.ts';
import type { RecordedEvent } from '#contract/events.ts';
import { addDays } from '#domain/values/dates.ts';
import { animalsQuery, animalStatesQuery } from '#web/herd/data/animals.queries.ts';
import { eventsQuery } from '#web/herd/data/events.queries.ts';
import { rememberingLast } from '#web/lib/remembering-last.ts';
import { today } from '#web/lib/text/today.ts';
import type { Entry } from './use-entries.ts';
import type { Grams } from '#domain/values/units.ts';
import type { Worklist } from '#contract/worklists.ts';
import { earliestDate } from '#domain/values/dates.ts';
import type { Weight } from '#domain/journal/growth.ts';
import { workInfo } from '#domain/records/works.ts';
import { weightsOf } from '#web/journal/growth-curve.ts';

/** Facts shown about the animal being entered. */
export interface KnownAnimal {
  readonly animal: Animal;
  readonly isExpected: boolean;
  /** The last weight before this work. */
  readonly lastWeight: { readonly grams: Grams; readonly day: string; readonly isEstimate: boolean } | undefined;
  /** The last measured weight before a day, from which a gain is computed. */
  readonly measuredBefore: (day: string) => Weight | undefined;
  readonly treatments: number;
  /** The size of its litter, counting tagged animals. */
  readonly bornAs: number;
  readonly earlier: Entry | undefined;
}

const treatedWithinDays = 90;

const weighingsQuery = eventsQuery({ kinds: ['weighing', 'checkup'], from: earliestDate });

const weighingsByAnimal = rememberingLast((weighings: readonly RecordedEvent[] | undefined) =>
  Map.groupBy(weighings ?? [], ({ animalId }) => animalId),
);

/** The last measured weight of an animal before a day. */
export function useMeasuredBefore(isNeeded = true): (animal: Animal, day: string) => Weight | undefined {
  const { data: weighings } = useQuery({ ...weighingsQuery, enabled: isNeeded });
  const ofAnimal = weighingsByAnimal(weighings);
  return (animal, before) =>
    weightsOf(animal, ofAnimal.get(animal.id) ?? []).findLast(({ day, isEstimate }) => day < before && !isEstimate);
}

export function useKnownAnimals(
  { animalIds: expected, work }: Worklist,
  entries: ReadonlyMap<string, Entry>,
): (animal: Animal) => KnownAnimal {
  const { data: states = [] } = useQuery(animalStatesQuery);
  const { data: treatments = [] } = useQuery(eventsQuery({ kinds: ['treatment'], from: addDays(today(), -treatedWithinDays) }));
  const measuredBefore = useMeasuredBefore(workInfo(work).asks === 'weight');
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
      measuredBefore: (before) => measuredBefore(animal, before),
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
