import type { RecordedEvent } from '#contract/events.ts';
import type { FarmRows } from './farm-rows.ts';
import { remembered } from './remembered.ts';

type Events = FarmRows['events'];
type Journals = ReadonlyMap<string, readonly RecordedEvent[]>;

/** Each animal's events including voided ones, in no particular order. */
export const eventsByAnimal = (events: Events): Journals =>
  remembered(events, 'by animal', () => Map.groupBy(events.values(), (event) => event.animalId));

/** The same if only some journals have changed, which is less work than grouping all events. */
export const withEvents = (
  events: Events,
  before: Events,
  changed: ReadonlyMap<string, ReadonlyMap<string, RecordedEvent>>,
): Journals =>
  remembered(events, 'by animal', () => {
    const journals = new Map(eventsByAnimal(before));
    for (const [animalId, journal] of changed) journals.set(animalId, [...journal.values()]);
    return journals;
  });

export const isOpen = ({ voidedAt }: Pick<RecordedEvent, 'voidedAt'>): boolean => voidedAt === null;
