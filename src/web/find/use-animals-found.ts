import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Animal } from '#contract/animals.ts';
import { parseEid } from '#domain/eid.ts';
import { found, searchKeys } from '#domain/find.ts';
import { groupsQuery, placesQuery } from '#web/farm-lists/lists.data.ts';
import { animalsQuery, animalStatesQuery, outsideParentsQuery } from '#web/herd/animals.queries.ts';
import { sexWord } from '#web/herd/animal-labels.ts';
import { useDepartures } from '#web/herd/use-departures.ts';
import { type Numbers, useNumbers } from '#web/herd/use-numbers.ts';
import { yieldToMain } from '#web/lib/yield-to-main.ts';

type Whereabouts = ReadonlyMap<string, readonly string[]>;

/** The names of the place and the groups of each animal. */
function useWhereabouts(): Whereabouts {
  const { data: states = [] } = useQuery(animalStatesQuery);
  const { data: places = [] } = useQuery(placesQuery);
  const { data: groups = [] } = useQuery(groupsQuery);
  const names = new Map([...places, ...groups].map(({ id, name }) => [id, name]));
  return new Map(
    states.map(({ animalId, placeId, groupIds }) => [
      animalId,
      [placeId ?? [], groupIds].flat().flatMap((id) => names.get(id) ?? []),
    ]),
  );
}

const keysWith = (numbers: Numbers, whereabouts: Whereabouts) =>
  searchKeys((animal: Animal) => ({
    tag: animal.tagNumber,
    words: [
      animal.name,
      sexWord(animal),
      animal.breed,
      animal.birthDate?.slice(0, 4) ?? animal.birthYear,
      ...(whereabouts.get(animal.id) ?? []),
    ],
    numbers: numbers.get(animal.id),
  }));

const perTurn = 500;

/** Those on the farm come before those that have left and those that were never on it. */
export function useAnimalsFound(typed: string) {
  const herd = useQuery(animalsQuery);
  const { data: outside = [] } = useQuery(outsideParentsQuery);
  const numbers = useNumbers();
  const whereabouts = useWhereabouts();
  const animals = inOrder(herd.data ?? [], outside);
  const keyOf = keysWith(numbers, whereabouts);
  useEffect(() => {
    const stop = new AbortController();
    // Made while the person begins to type, so that the first letter does not wait for ten thousand of them.
    const makeKeys = async () => {
      for (let at = 0; !stop.signal.aborted && at < animals.length; at += perTurn) {
        animals.slice(at, at + perTurn).forEach(keyOf);
        await yieldToMain();
      }
    };
    void makeKeys();
    return () => stop.abort();
  }, [animals, keyOf]);
  const hits = typed.trim() === '' ? [] : found(parseEid(typed) ?? typed, animals, keyOf);
  const departureOf = useDepartures(hits.some(({ status }) => status !== 'active'));
  return { herd, hits, departureOf, whereOf: ({ id }: Animal) => whereabouts.get(id) ?? [] };
}

function inOrder(herd: readonly Animal[], outside: readonly Animal[]): readonly Animal[] {
  const isKept = ({ status }: Animal) => status === 'active';
  return [...herd.filter(isKept), ...herd.filter((animal) => !isKept(animal)), ...outside];
}
