import type { RecordedEvent } from '#contract/events.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { compareEvents } from '#domain/records/order.ts';
import type { EventKind } from '#domain/records/events.ts';

export interface Entry {
  readonly event: RecordedEvent;
  /** The versions it replaces, newest first. */
  readonly earlier: readonly RecordedEvent[];
}

export interface DayOfEntries {
  readonly day: CalendarDate;
  readonly entries: readonly Entry[];
}

/** A replaced event is part of the history of its replacement. */
export function entriesOf(events: readonly RecordedEvent[]): readonly Entry[] {
  const byId = new Map(events.map((event) => [event.id, event]));
  const replaced = new Set(events.map(({ replacesId }) => replacesId));
  return events.filter(({ id }) => !replaced.has(id)).map((event) => ({ event, earlier: earlierThan(event, byId) }));
}

function earlierThan({ replacesId }: RecordedEvent, byId: ReadonlyMap<string, RecordedEvent>): readonly RecordedEvent[] {
  const before = replacesId === null ? undefined : byId.get(replacesId);
  return before ? [before, ...earlierThan(before, byId)] : [];
}

/** Newest first. */
export function daysOf(entries: readonly Entry[]): readonly DayOfEntries[] {
  const sorted = entries.toSorted((a, b) => compareEvents(b.event, a.event));
  return [...Map.groupBy(sorted, ({ event }) => event.day)].map(([day, ofDay]) => ({ day, entries: ofDay }));
}

export const journalFilters = {
  all: { label: 'All', kinds: [] },
  weights: { label: 'Weights', kinds: ['weighing', 'checkup'] },
  health: { label: 'Health', kinds: ['checkup', 'treatment', 'vaccination', 'scores', 'hooves'] },
  breeding: {
    label: 'Breeding',
    kinds: ['pregnancyCheck', 'heat', 'abortion', 'birth', 'birthCheck', 'fostering', 'weaning', 'castration', 'breedingValues'],
  },
  moves: { label: 'Moves', kinds: ['move', 'tagChange', 'sale', 'death', 'slaughter', 'loan', 'return', 'arrival'] },
  produce: { label: 'Milk and wool', kinds: ['milking', 'dryOff', 'shearing'] },
  notes: { label: 'Notes', kinds: ['note'] },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly kinds: readonly EventKind[] }>>;

export type JournalFilter = keyof typeof journalFilters;

export const filterNamed = (name: string | undefined): JournalFilter =>
  name !== undefined && Object.hasOwn(journalFilters, name) ? (name as JournalFilter) : 'all';

export function matchesFilter({ event }: Entry, filter: JournalFilter): boolean {
  const kinds: readonly EventKind[] = journalFilters[filter].kinds;
  return kinds.length === 0 || kinds.includes(event.kind);
}
