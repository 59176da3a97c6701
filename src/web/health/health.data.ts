import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { HealthRecord } from '#contract/health.ts';
import type { Api } from '#contract/index.ts';
import type { Call } from '#contract/route.ts';
import { animalsQuery, animalStatesQuery } from '#web/herd/animals.queries.ts';
import { isCreateConflict, call } from '#web/lib/api.ts';
import { insertByDate } from '#web/lib/dated-list.ts';
import { read } from '#web/lib/query.ts';

export const healthRecordsQuery = read('listHealthRecords', { query: {} });

export function useAddHealthRecord() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Call<Api['addHealthRecord']>['body']) => call('addHealthRecord', { body }),
    onSuccess: (added) => {
      client.setQueryData<HealthRecord[]>(
        healthRecordsQuery.queryKey,
        (records) => records && insertByDate(records, added, ({ date }) => date),
      );
      // The record may have changed the animal's health status and vaccination.
      for (const { queryKey } of [healthRecordsQuery, animalsQuery, animalStatesQuery])
        void client.invalidateQueries({ queryKey });
    },
    onError: (error) => {
      if (isCreateConflict(error)) void client.invalidateQueries({ queryKey: healthRecordsQuery.queryKey });
    },
  });
}
