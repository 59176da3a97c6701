import type { RecordedEvent } from '#contract/events.ts';
import type { FarmRows } from './farm-rows.ts';
import { remembered } from './remembered.ts';

type Events = FarmRows['events'];
type Journals = ReadonlyMap<string, readonly RecordedEvent[]>;

/** The events of each animal, with voided ones, in no order. */
export const eventsByAnimal = (events: Events): Journals =>
  remembered(events, 'by animal', () => Map.groupBy(events.values(), (event) => event.animalId));

/** The same for events that differ from others in some journals only, which is less work than grouping all of them. */
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
