import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EventReplacement, NewEvent, RecordedEvent } from '#contract/events.ts';
import type { z } from 'zod';
import { animalsQuery, animalStatesQuery } from '#web/herd/animals.queries.ts';
import { call, urlOf } from '#web/lib/api.ts';
import { partOf } from '#web/lib/local-copy.ts';
import { read } from '#web/lib/query.ts';

/** With what was undone or replaced, since the page shows the history of each entry. */
export const journalQuery = (animalId: string) => read('listEvents', { query: { animalId, includeVoided: 'true' } });

export const summaryQuery = (animalId: string) => read('readAnimalSummary', { params: { id: animalId } });

/** For the dose and the batch that a product was last used with. */
export const lastUsesQuery = read('listEvents', { query: { kind: 'treatment,vaccination', limit: 200 } });

export function useRecordEvent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (event: z.input<typeof NewEvent>): Promise<RecordedEvent> => {
      const reply = await call('recordEvents', { body: { events: [event] } });
      const [recorded] = reply.events;
      if (!recorded) throw new Error('The answer has no event');
      return partOf(reply, recorded);
    },
    onSuccess: ({ animalId }) => refreshAfterEvent(client, animalId),
  });
}

export function useReplaceEvent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, event }: { id: string; event: z.input<typeof EventReplacement> }) =>
      call('replaceEvent', { params: { id }, body: event }),
    onSuccess: ({ animalId }) => refreshAfterEvent(client, animalId),
  });
}

export function useUndoEvent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ event: { id, version }, reason }: { event: RecordedEvent; reason?: string }) =>
      call('voidEvent', { params: { id }, body: { version, ...(reason !== undefined && { reason }) } }),
    onSuccess: ({ animalId }) => refreshAfterEvent(client, animalId),
  });
}

/** An event may change its animal, add young, and be a checkup or the outcome of a mating as well. */
function refreshAfterEvent(client: QueryClient, animalId: string): Promise<unknown> {
  const stale = new Set<unknown>([
    ...journalQuery(animalId).queryKey,
    ...summaryQuery(animalId).queryKey,
    ...animalsQuery.queryKey,
    ...animalStatesQuery.queryKey,
    ...lastUsesQuery.queryKey,
    urlOf('listAnimalStates', { query: {} }),
    urlOf('listEarlierTags', { query: {} }),
    urlOf('listHealthRecords', { query: {} }),
    urlOf('listBreedingRecords', { query: {} }),
  ]);
  return client.invalidateQueries({ predicate: ({ queryKey }) => stale.has(queryKey[0]) });
}
