import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EventReplacement, NewEvent, RecordedEvent } from '#contract/events.ts';
import type { z } from 'zod';
import { animalsQuery, animalStatesQuery, breedingRecordsQuery } from '#web/herd/animals.queries.ts';
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

const lists = new Set(
  [animalsQuery, animalStatesQuery, breedingRecordsQuery]
    .flatMap(({ queryKey }): readonly unknown[] => queryKey)
    .concat(urlOf('listEarlierTags', { query: {} }), urlOf('listHealthRecords', { query: {} })),
);

/** An event may change its animal, add young, and be a checkup or the outcome of a mating as well. */
const refreshAfterEvent = (client: QueryClient, animalId: string): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [url] }) =>
      lists.has(url) || url === summaryQuery(animalId).queryKey[0] || (typeof url === 'string' && url.startsWith('/api/events')),
  });
