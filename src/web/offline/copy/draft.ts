import type { RecordedEvent } from '#contract/events.ts';
import type { CollectionName } from '#contract/changes.ts';
import { type FarmRows, idOf, type RowOf } from './farm-rows.ts';
import { eventsByAnimal, isOpen, withEvents } from './journal-index.ts';

type Changed = { [K in CollectionName]?: Map<string, RowOf<K>> };

/** A farm's rows while they are being changed. Unchanged maps and rows stay the same objects. */
export class FarmDraft {
  readonly #before: FarmRows;
  readonly #changed: Changed = {};
  readonly #journals = new Map<string, Map<string, RecordedEvent>>();

  constructor(before: FarmRows) {
    this.#before = before;
  }

  of<K extends CollectionName>(name: K): ReadonlyMap<string, RowOf<K>> {
    return this.#changed[name] ?? this.#before[name];
  }

  put<K extends CollectionName>(name: K, row: RowOf<K>): void {
    this.#touch(name).set(idOf(row), row);
  }

  delete(name: Exclude<CollectionName, 'events'>, id: string): void {
    this.#touch(name).delete(id);
  }

  #touch<K extends CollectionName>(name: K): Map<string, RowOf<K>> {
    const changed: Map<string, RowOf<K>> = this.#changed[name] ?? new Map<string, RowOf<K>>(this.#before[name]);
    this.#changed[name] = changed as Changed[K];
    return changed;
  }

  /** An animal's events that are not voided. */
  openEventsOf(animalId: string): RecordedEvent[] {
    return [...this.#journalOf(animalId).values()].filter(isOpen);
  }

  putEvent(event: RecordedEvent): void {
    this.put('events', event);
    this.#journalOf(event.animalId).set(event.id, event);
  }

  deleteEvent({ id, animalId }: RecordedEvent): void {
    this.#touch('events').delete(id);
    this.#journalOf(animalId).delete(id);
  }

  deleteEventsOf(animalId: string): void {
    for (const event of this.#journalOf(animalId).values()) this.deleteEvent(event);
  }

  #journalOf(animalId: string): Map<string, RecordedEvent> {
    const known = this.#journals.get(animalId);
    if (known) return known;
    const events = eventsByAnimal(this.#before.events).get(animalId) ?? [];
    const journal = new Map(events.map((event) => [event.id, event]));
    this.#journals.set(animalId, journal);
    return journal;
  }

  rows(): FarmRows {
    const { events } = this.#changed;
    if (events) withEvents(events, this.#before.events, this.#journals);
    return { ...this.#before, ...this.#changed };
  }
}
