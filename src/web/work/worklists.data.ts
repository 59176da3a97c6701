import type { EventToRecord } from '#web/herd/data/events.data.ts';
import { eventsQuery } from '#web/herd/data/events.queries.ts';
import { read } from '#web/lib/server/query.ts';

export type WorkEvent = EventToRecord;

export const worklistsQuery = read('listWorklists', { query: {} });

/** The events recorded in the list. */
export const entriesQuery = (worklistId: string) => eventsQuery({ worklistId });
