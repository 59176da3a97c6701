import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type { NewEvent } from '#contract/events.ts';
import { call } from '#web/lib/server/api.ts';
import { partOf } from '#web/lib/server/waiting-reply.ts';

export type EventToRecord = z.input<typeof NewEvent>;

/** The most events in one request; a phone without signal stores them as one operation. */
const maxAtOnce = 1000;

function piecesOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / maxAtOnce) }, (_, index) =>
    all.slice(index * maxAtOnce, (index + 1) * maxAtOnce),
  );
}

/** Resolves with the ids. A retry records nothing twice. */
export const useRecordForAll = () =>
  useMutation({
    mutationFn: async (events: readonly EventToRecord[]) => {
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
