import type { RecordedEvent } from '#contract/events.ts';
import type { FarmRows } from './farm-rows.ts';
import { remembered } from './remembered.ts';

const none: readonly RecordedEvent[] = [];

/** The events of an animal, with voided ones, in no order. */
export const eventsOfAnimal = (events: FarmRows['events'], animalId: string): readonly RecordedEvent[] =>
  remembered(events, 'by animal', () => Map.groupBy(events.values(), (event) => event.animalId)).get(animalId) ?? none;

export const isOpen = ({ voidedAt }: Pick<RecordedEvent, 'voidedAt'>): boolean => voidedAt === null;
