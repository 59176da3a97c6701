import { useQueryClient } from '@tanstack/react-query';
import type { BreedingRecord } from '#contract/breeding.ts';
import { breedingRecordsQuery } from '#web/herd/data/animals.queries.ts';

export function useReadBreedingRecord() {
  const client = useQueryClient();
  return async (id: string): Promise<BreedingRecord | undefined> =>
    (await client.fetchQuery({ ...breedingRecordsQuery, staleTime: 0 })).find((record) => record.id === id);
}
