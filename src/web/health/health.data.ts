import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { HealthRecord } from '#contract/health.ts';
import type { Api } from '#contract/index.ts';
import type { Call } from '#contract/route.ts';
import { animalsQuery } from '#web/animals/animals.data.ts';
import { arrivedBefore, call } from '#web/lib/api.ts';
import { read } from '#web/lib/query.ts';

/** Every health record of the farm, newest first. */
export const healthRecordsQuery = read('listHealthRecords', { query: {} });

/** The caller makes the id and sends the same one again after a lost answer: nothing is recorded twice. */
export function useAddHealthRecord() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Call<Api['addHealthRecord']>['body']) => call('addHealthRecord', { body }),
    onSuccess: (added) => {
      client.setQueryData<HealthRecord[]>(healthRecordsQuery.queryKey, (records) => records && withRecord(records, added));
      // The record may have changed the animal's health status and vaccination.
      for (const { queryKey } of [healthRecordsQuery, animalsQuery]) void client.invalidateQueries({ queryKey });
    },
    onError: (error) => {
      if (arrivedBefore(error)) void client.invalidateQueries({ queryKey: healthRecordsQuery.queryKey });
    },
  });
}

/** The records with this one at its place: newest day first and, within a day, the last entered. */
export function withRecord(records: readonly HealthRecord[], added: HealthRecord): HealthRecord[] {
  const others = records.filter(({ id }) => id !== added.id);
  const place = others.findIndex(
    ({ date, createdAt }) => date < added.date || (date === added.date && createdAt <= added.createdAt),
  );
  return others.toSpliced(place === -1 ? others.length : place, 0, added);
}
