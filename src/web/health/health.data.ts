import { useMutation } from '@tanstack/react-query';
import type { Api } from '#contract/index.ts';
import type { Call } from '#contract/route.ts';
import { call } from '#web/lib/server/api.ts';
import { read } from '#web/lib/server/query.ts';

export const healthRecordsQuery = read('listHealthRecords', { query: {} });

export const useAddHealthRecord = () =>
  useMutation({ mutationFn: (body: Call<Api['addHealthRecord']>['body']) => call('addHealthRecord', { body }) });
