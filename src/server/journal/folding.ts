import { compareEvents } from '#domain/journal/order.ts';
import { emptyState, step, type AnimalState } from '#domain/journal/state.ts';
import type { JournalEvent } from '#domain/records/events.ts';

const noEvents: readonly JournalEvent[] = [];

/**
 * Folds the stored events of one animal, day by day as the database returns them, into its states before and after a change of the journal:
 * before means without the added and with the voided events, after means the opposite.
 */
export class Folding {
  readonly #added: ReadonlySet<string>;
  readonly #voided: JournalEvent[];
  #day: JournalEvent[] = [];
  #before: AnimalState = emptyState;
  #after: AnimalState = emptyState;
  /** The weighings of the animal's own birth and weaning weights. */
  readonly growth: JournalEvent[] = [];

  constructor(added = noEvents, voided = noEvents) {
    this.#added = new Set(added.map(({ id }) => id));
    this.#voided = voided.toSorted(compareEvents);
  }

  /** Days must not decrease from one event to the next. */
  add(event: JournalEvent): void {
    if (this.#day[0] && this.#day[0].day !== event.day) this.#endDay();
    this.#day.push(event);
    if (event.kind === 'weighing' && event.occasion !== null) this.growth.push(event);
  }

  states(): { readonly before: AnimalState; readonly after: AnimalState } {
    this.#endDay();
    this.#before = this.#voided.splice(0).reduce(step, this.#before);
    return { before: this.#before, after: this.#after };
  }

  #endDay(): void {
    const events = this.#day.toSorted(compareEvents);
    const day = events[0]?.day;
    if (day === undefined) return;
    this.#after = events.reduce(step, this.#after);
    const firstLater = this.#voided.findIndex((event) => event.day > day);
    const voided = this.#voided.splice(0, firstLater === -1 ? this.#voided.length : firstLater);
    const unchanged = events.filter(({ id }) => !this.#added.has(id));
    this.#before = [...unchanged, ...voided].toSorted(compareEvents).reduce(step, this.#before);
    this.#day = [];
  }
}
