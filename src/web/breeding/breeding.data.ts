import '#web/lib/later-addresses.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BreedingRecord } from '#contract/breeding.ts';
import type { Api } from '#contract/index.ts';
import type { Call } from '#contract/route.ts';
import { breedingRecordsQuery } from '#web/herd/animals.queries.ts';
import { ApiError, call, isServerOrSessionLost } from '#web/lib/api.ts';
import { insertByDate } from '#web/lib/dated-list.ts';
import { runEach } from '#web/lib/run-each.ts';

type NewRecord = Call<Api['addBreedingRecord']>['body'];

export function useAddBreedingRecords() {
  const client = useQueryClient();
  const { mutateAsync: add } = useMutation({
    mutationFn: (body: NewRecord) => call('addBreedingRecord', { body }),
    onSuccess: (added) => keep(client, added),
  });
  return async (records: readonly NewRecord[]) => {
    const outcomes = await runEach(records, (record) => add(record), { isFatal: isServerOrSessionLost });
    void client.invalidateQueries({ queryKey: breedingRecordsQuery.queryKey });
    return outcomes;
  };
}

export function useChangeBreedingRecord() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string } & Call<Api['changeBreedingRecord']>['body']) =>
      call('changeBreedingRecord', { params: { id }, body }),
    onSuccess: (changed) => keep(client, changed),
  });
}

export function useReadBreedingRecord() {
  const client = useQueryClient();
  return async (id: string): Promise<BreedingRecord | undefined> =>
    (await client.fetchQuery({ ...breedingRecordsQuery, staleTime: 0 })).find((record) => record.id === id);
}

export function useDeleteBreedingRecord() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('deleteBreedingRecord', { params: { id } }),
    onSuccess: (_reply, gone) =>
      client.setQueryData<BreedingRecord[]>(breedingRecordsQuery.queryKey, (records) => records?.filter(({ id }) => id !== gone)),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 404)
        void client.invalidateQueries({ queryKey: breedingRecordsQuery.queryKey });
    },
  });
}

const keep = (client: QueryClient, record: BreedingRecord) =>
  client.setQueryData<BreedingRecord[]>(
    breedingRecordsQuery.queryKey,
    (records) => records && insertByDate(records, record, ({ breedingDate }) => breedingDate),
  );
