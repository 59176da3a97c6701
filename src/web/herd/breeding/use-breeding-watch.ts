import { useQuery } from '@tanstack/react-query';
import { staysOf } from '#domain/breeding/exposures.ts';
import { returnWatches } from '#domain/breeding/heat-watch.ts';
import { emptyFemales } from '#domain/breeding/scans.ts';
import { animalsQuery, breedingRecordsQuery } from '../data/animals.queries.ts';
import { usePregnancies } from './use-pregnancies.ts';

/** Females that may be in heat again and females found not pregnant; empty while they are read. */
export function useBreedingWatch({
  day,
  events,
  exposures,
  moves,
}: Pick<ReturnType<typeof usePregnancies>, 'day' | 'events' | 'exposures' | 'moves'>) {
  const { data: animals } = useQuery(animalsQuery);
  const { data: matings } = useQuery(breedingRecordsQuery);
  if (!animals || !matings || !events || !exposures || !moves) return { returns: [], empty: [] };
  const females = new Set(animals.flatMap(({ id, sex }) => (sex === 'female' ? id : [])));
  const known = { animals, matings, events, stays: staysOf(exposures, moves, (id) => females.has(id)) };
  return { returns: returnWatches(known, day), empty: emptyFemales(known, day) };
}
