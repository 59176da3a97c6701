import '#web/lib/later-addresses.ts';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type { NewEvent } from '#contract/events.ts';
import type { Api } from '#contract/index.ts';
import type { Call } from '#contract/route.ts';
import { eventsQuery } from '#web/herd/events.queries.ts';
import { call } from '#web/lib/api.ts';
import { partOf } from '#web/lib/local-copy.ts';
import { read } from '#web/lib/query.ts';

export type WorkEvent = z.input<typeof NewEvent>;

export const worklistsQuery = read('listWorklists', { query: {} });

/** What was recorded in it. */
export const entriesQuery = (worklistId: string) => eventsQuery({ worklistId });

export const useAddWorklist = () =>
  useMutation({ mutationFn: (body: Call<Api['addWorklist']>['body']) => call('addWorklist', { body }) });

export const useFinishWorklist = () =>
  useMutation({
    mutationFn: ({ id, isArchived }: { readonly id: string; readonly isArchived: boolean }) =>
      call('changeWorklist', { params: { id }, body: { isArchived } }),
  });

export const useTakeBack = () => useMutation({ mutationFn: (id: string) => call('voidEvent', { params: { id }, body: {} }) });

/** Stored in one piece on a phone without signal. */
const mostAtOnce = 1000;

function piecesOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / mostAtOnce) }, (_, index) =>
    all.slice(index * mostAtOnce, (index + 1) * mostAtOnce),
  );
}

/** Resolves with the ids. What was recorded by an earlier attempt is recorded once. */
export const useRecordForAll = () =>
  useMutation({
    mutationFn: async (events: readonly WorkEvent[]) => {
      let reply: object = {};
      for (const piece of piecesOf(events)) reply = await call('recordEvents', { body: { events: piece } });
      return partOf(
        reply,
        events.map(({ id }) => id),
      );
    },
  });

export const useUndoForAll = () =>
  useMutation({
    mutationFn: async (ids: readonly string[]) => {
      let reply: object = {};
      for (const piece of piecesOf(ids)) reply = await call('voidEvents', { body: { ids: piece } });
      return reply;
    },
  });
