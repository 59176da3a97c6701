import { queryOptions } from '@tanstack/react-query';
import type { RecordedEvent } from '#contract/events.ts';
import type { EventKind } from '#domain/records/events.ts';
import { callPage, urlOf } from '#web/lib/server/api.ts';
import { localCopy } from '#web/lib/server/local-copy.ts';

export type EventOf<K extends EventKind> = Extract<RecordedEvent, { kind: K }>;

interface EventFilter<K extends EventKind> {
  /** All kinds if absent. */
  readonly kinds?: readonly K[];
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly worklistId?: string;
  readonly animalId?: string;
}

const perPage = 1000;

/** All matching events, newest first. The copy of the farm answers with the whole list; the server with pages. */
export function eventsQuery<K extends EventKind>({ kinds, ...others }: EventFilter<K>) {
  const query = { ...(kinds && { kind: kinds.join(',') }), ...others };
  const input = { query: { ...query, limit: Number.MAX_SAFE_INTEGER } };
  return queryOptions({
    queryKey: [urlOf('listEvents', { query })],
    queryFn: async ({ client, queryKey, signal }) => {
      if (client.getQueryData(queryKey) !== undefined) await localCopy()?.refresh();
      const stored = (await localCopy()?.answer('listEvents', input)) as EventOf<K>[] | undefined;
      if (stored) return stored;
      const events: RecordedEvent[] = [];
      let cursor: string | undefined;
      do {
        const page = await callPage('listEvents', { query: { ...query, limit: perPage, cursor } }, signal);
        events.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return events as EventOf<K>[];
    },
    meta: { call: 'listEvents', input },
  });
}
