import { setImmediate } from 'node:timers/promises';
import { compareEvents } from '#domain/records/order.ts';
import { isGrowth } from '#domain/journal/effects.ts';
import { emptyState, step, type AnimalState } from '#domain/journal/state.ts';
import type { JournalEvent } from '#domain/records/events.ts';

const noEvents: readonly JournalEvent[] = [];

/** Other requests are handled after this many events. */
const eventsPerPause = 500;

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
  /** The last weighings of the animal's own birth and weaning weights, by occasion. */
  readonly #growth = new Map<string, JournalEvent>();

  constructor(added = noEvents, voided = noEvents) {
    this.#added = new Set(added.map(({ id }) => id));
    this.#voided = voided.toSorted(compareEvents);
  }

  /** Days must not decrease from one event to the next, and the events of a day must be in the order in which they were entered. */
  async add(event: JournalEvent): Promise<void> {
    if (this.#day[0] && this.#day[0].day !== event.day) await this.#endDay();
    this.#day.push(event);
  }

  async end(): Promise<void> {
    await this.#endDay();
    this.#before = await foldFurther(this.#before, this.#voided.splice(0));
  }

  /** After `end`. */
  states(): { readonly before: AnimalState; readonly after: AnimalState; readonly growth: readonly JournalEvent[] } {
    return { before: this.#before, after: this.#after, growth: [...this.#growth.values()] };
  }

  /** A day may have very many events. */
  async #endDay(): Promise<void> {
    const events = inOrderOfDay(this.#day);
    this.#day = [];
    const day = events[0]?.day;
    if (day === undefined) return;
    for (const event of events) if (isGrowth(event)) this.#growth.set(event.occasion, event);
    const firstLater = this.#voided.findIndex((event) => event.day > day);
    const voided = this.#voided.splice(0, firstLater === -1 ? this.#voided.length : firstLater);
    const unchanged = events.filter(({ id }) => !this.#added.has(id));
    const isChanged = voided.length > 0 || unchanged.length < events.length || this.#before !== this.#after;
    this.#after = await foldFurther(this.#after, events);
    const before = voided.length === 0 ? unchanged : [...unchanged, ...voided].toSorted(compareEvents);
    this.#before = isChanged ? await foldFurther(this.#before, before) : this.#after;
  }
}

/** The order of `compareEvents` for events of one day that are in the order in which they were entered. */
function inOrderOfDay(events: readonly JournalEvent[]): readonly JournalEvent[] {
  const byTime = [...Map.groupBy(events, ({ time }) => time ?? '')];
  return byTime.toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, ofTime]) => ofTime);
}

async function foldFurther(before: AnimalState, events: readonly JournalEvent[]): Promise<AnimalState> {
  let state = before;
  for (const [index, event] of events.entries()) {
    if (index > 0 && index % eventsPerPause === 0) await setImmediate();
    state = step(state, event);
  }
  return state;
}
