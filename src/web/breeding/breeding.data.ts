import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BreedingRecord } from '#contract/breeding.ts';
import type { Api } from '#contract/index.ts';
import type { Call } from '#contract/route.ts';
import { breedingRecordsQuery } from '#web/herd/data/animals.queries.ts';
import { call, isServerOrSessionLost } from '#web/lib/server/api.ts';
import { runEach } from '#web/lib/run-each.ts';

type NewRecord = Call<Api['addBreedingRecord']>['body'];

export function useAddBreedingRecords() {
  const { mutateAsync: add } = useMutation({ mutationFn: (body: NewRecord) => call('addBreedingRecord', { body }) });
  return (records: readonly NewRecord[]) => runEach(records, (record) => add(record), { isFatal: isServerOrSessionLost });
}

export const useChangeBreedingRecord = () =>
  useMutation({
    mutationFn: ({ id, ...body }: { id: string } & Call<Api['changeBreedingRecord']>['body']) =>
      call('changeBreedingRecord', { params: { id }, body }),
  });

export function useReadBreedingRecord() {
  const client = useQueryClient();
  return async (id: string): Promise<BreedingRecord | undefined> =>
    (await client.fetchQuery({ ...breedingRecordsQuery, staleTime: 0 })).find((record) => record.id === id);
}

export const useDeleteBreedingRecord = () =>
  useMutation({ mutationFn: (id: string) => call('deleteBreedingRecord', { params: { id } }) });
