import { useQuery } from '@tanstack/react-query';
import { latestValues, type LatestValue } from '#domain/breeding/breeding-values.ts';
import { rememberingLast } from '#web/lib/remembering-last.ts';
import { type EventOf, eventsQuery } from '../data/events.queries.ts';

export type BreedingValues = ReadonlyMap<string, readonly LatestValue[]>;

const byAnimal = rememberingLast(
  (events: readonly EventOf<'breedingValues'>[]): BreedingValues =>
    new Map([...Map.groupBy(events, ({ animalId }) => animalId)].map(([animalId, own]) => [animalId, latestValues(own)])),
);

const none: readonly EventOf<'breedingValues'>[] = [];

/** The breeding values of all animals, as supplied by an evaluation. */
export function useBreedingValues(): BreedingValues {
  const { data = none } = useQuery(eventsQuery({ kinds: ['breedingValues'] }));
  return byAnimal(data);
}
