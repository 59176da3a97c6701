import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AnimalState } from '#contract/animal-states.ts';
import type { Animal } from '#contract/animals.ts';
import type { Place } from '#contract/places.ts';
import { parseEid } from '#domain/records/eid.ts';
import { searchItems, searchKeys } from '#domain/animals/find.ts';
import { groupsQuery, placesQuery } from '#web/farm-lists/lists.data.ts';
import { animalsQuery, animalStatesQuery, outsideParentsQuery } from '#web/herd/data/animals.queries.ts';
import { useDepartures } from '#web/herd/use-departures.ts';
import { kindWord } from '#web/herd/animal/who-text.ts';
import { animalTagsQuery, earlierTagsQuery, type Numbers, numbersOf } from '#web/herd/animal/use-numbers.ts';
import { retryFailed } from '#web/lib/server/query.ts';
import { rememberingLast } from '#web/lib/remembering-last.ts';
import { today } from '#web/lib/text/today.ts';
import { yieldToMain } from '#web/lib/device/yield-to-main.ts';

type Whereabouts = ReadonlyMap<string, readonly string[]>;

type Names = readonly Pick<Place, 'id' | 'name'>[];

/** The names of each animal's place and groups. */
const whereaboutsOf = rememberingLast(
  (states: readonly AnimalState[] = [], places: Names = [], groups: Names = []): Whereabouts => {
    const names = new Map([...places, ...groups].map(({ id, name }) => [id, name]));
    const namesOf = ({ placeId, groupIds }: AnimalState) => [placeId ?? [], groupIds].flat().flatMap((id) => names.get(id) ?? []);
    return new Map(states.map((state) => [state.animalId, namesOf(state)]));
  },
);

/** They outlive the search, so that the next one does not build ten thousand of them again. */
const keysWith = rememberingLast((numbers: Numbers, whereabouts: Whereabouts, day: string) =>
  searchKeys((animal: Animal) => ({
    tag: animal.tagNumber,
    words: [
      animal.name,
      kindWord(animal, day),
      animal.breed,
      animal.birthDate?.slice(0, 4) ?? animal.birthYear,
      ...(whereabouts.get(animal.id) ?? []),
    ],
    numbers: numbers.get(animal.id),
  })),
);

const perTurn = 500;

/** Until all animals are read, the search must not say that none has a number. */
function useSearched() {
  const herd = useQuery(animalsQuery);
  const outside = useQuery(outsideParentsQuery);
  const tags = useQuery(animalTagsQuery);
  const earlierTags = useQuery(earlierTagsQuery);
  const reads = [herd, outside, tags, earlierTags];
  const failed = reads.filter(({ data, isError }) => isError && data === undefined);
  return {
    animals: inOrder(herd.data, outside.data),
    numbers: numbersOf(tags.data, earlierTags.data),
    isComplete: reads.every(({ data }) => data !== undefined),
    failure: failed[0] && {
      error: failed[0].error,
      isRetrying: failed.some(({ isFetching }) => isFetching),
      retry: () => retryFailed(failed),
    },
  };
}

/** Animals on the farm come before those that have left and those that were never on it. */
export function useAnimalsFound(typed: string) {
  const { animals, numbers, isComplete, failure } = useSearched();
  const { data: states } = useQuery(animalStatesQuery);
  const { data: places } = useQuery(placesQuery);
  const { data: groups } = useQuery(groupsQuery);
  const whereabouts = whereaboutsOf(states, places, groups);
  const keyOf = keysWith(numbers, whereabouts, today());
  useEffect(() => {
    const stop = new AbortController();
    // Built while the person starts typing, so that the first letter does not wait for ten thousand of them.
    const makeKeys = async () => {
      for (let at = 0; !stop.signal.aborted && at < animals.length; at += perTurn) {
        animals.slice(at, at + perTurn).forEach(keyOf);
        await yieldToMain();
      }
    };
    void makeKeys();
    return () => stop.abort();
  }, [animals, keyOf]);
  const hits = typed.trim() === '' ? [] : searchItems(parseEid(typed) ?? typed, animals, keyOf);
  const departureOf = useDepartures(hits.some(({ status }) => status !== 'active'));
  return { isComplete, failure, hits, departureOf, whereOf: ({ id }: Animal) => whereabouts.get(id) ?? [] };
}

const inOrder = rememberingLast((herd: readonly Animal[] = [], outside: readonly Animal[] = []): readonly Animal[] => {
  const isKept = ({ status }: Animal) => status === 'active';
  return [...herd.filter(isKept), ...herd.filter((animal) => !isKept(animal)), ...outside];
});
