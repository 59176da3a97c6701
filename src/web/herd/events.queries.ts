import { queryOptions } from '@tanstack/react-query';
import type { RecordedEvent } from '#contract/events.ts';
import type { EventKind } from '#domain/records/events.ts';
import { callPage, urlOf } from '#web/lib/api.ts';
import { localCopy } from '#web/lib/local-copy.ts';

export type EventOf<K extends EventKind> = Extract<RecordedEvent, { kind: K }>;

interface Asked<K extends EventKind> {
  readonly kinds: readonly K[];
  readonly from: string;
}

const perPage = 1000;

/** All events of these kinds from a day on, newest first. The copy of the farm answers as long a list as is asked for; the server in pages. */
export function eventsQuery<K extends EventKind>({ kinds, from }: Asked<K>) {
  const query = { kind: kinds.join(','), from };
  const input = { query: { ...query, limit: Number.MAX_SAFE_INTEGER } };
  return queryOptions({
    queryKey: [urlOf('listEvents', { query })],
    queryFn: async ({ client, queryKey, signal }) => {
      if (client.getQueryData(queryKey) !== undefined) await localCopy()?.refresh();
      const stored = localCopy()?.answer('listEvents', input) as EventOf<K>[] | undefined;
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
