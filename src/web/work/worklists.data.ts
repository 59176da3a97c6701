import { useMutation } from '@tanstack/react-query';
import type { Api } from '#contract/index.ts';
import type { Call } from '#contract/route.ts';
import type { EventToRecord } from '#web/herd/data/events.data.ts';
import { eventsQuery } from '#web/herd/data/events.queries.ts';
import { call } from '#web/lib/server/api.ts';
import { read } from '#web/lib/server/query.ts';

export type WorkEvent = EventToRecord;

export const worklistsQuery = read('listWorklists', { query: {} });

/** The events recorded in the list. */
export const entriesQuery = (worklistId: string) => eventsQuery({ worklistId });

export const useAddWorklist = () =>
  useMutation({ mutationFn: (body: Call<Api['addWorklist']>['body']) => call('addWorklist', { body }) });

export const useFinishWorklist = () =>
  useMutation({
    mutationFn: ({ id, isArchived }: { readonly id: string; readonly isArchived: boolean }) =>
      call('changeWorklist', { params: { id }, body: { isArchived } }),
  });

export const useTakeBack = () =>
  useMutation({
    mutationFn: ({ id, reason }: { readonly id: string; readonly reason?: string | undefined }) =>
      call('voidEvent', { params: { id }, body: reason === undefined ? {} : { reason } }),
  });
