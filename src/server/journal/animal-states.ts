import { effectsOn, type Effects } from '#domain/journal/effects.ts';
import { compareEvents } from '#domain/records/order.ts';
import { emptyState, isAfter, stateForm, step, type AnimalState } from '#domain/journal/state.ts';
import type { JournalEvent } from '#domain/records/events.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { slicesOf } from '#server/db/slices.ts';
import type { Tx } from '#server/db/transaction.ts';
import { readEventPages } from './journal.queries.ts';
import { readStates, saveStates, type StoredState } from './states.queries.ts';
import { setImmediate } from 'node:timers/promises';

const noEvents: readonly JournalEvent[] = [];

/** Other requests are handled after this many events. */
const eventsPerPause = 500;

/**
 * Folds the stored events of one animal, day by day as the database returns them, into its states before and after a change of the journal:
 * before means without the added and with the voided events, after means the opposite.
 */
class Folding {
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
    for (const event of events) if (event.kind === 'weighing' && event.occasion !== null) this.#growth.set(event.occasion, event);
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

export interface JournalChange {
  readonly added: readonly JournalEvent[];
  readonly voided: readonly JournalEvent[];
}

/**
 * Updates the stored states of animals after a change of their events, which is already stored. Resolves with the changed fields by animal. An
 * event that is newer than all others is one step from the stored state; otherwise all events of the animal are folded again.
 */
export async function updateStates(
  tx: Tx,
  farmId: FarmId,
  { added, voided }: JournalChange,
): Promise<ReadonlyMap<string, Effects>> {
  const addedTo = Map.groupBy(added, ({ animalId }) => animalId);
  const voidedOf = Map.groupBy(voided, ({ animalId }) => animalId);
  const animalIds = [...new Set([...addedTo.keys(), ...voidedOf.keys()])];
  const effects = new Map<string, Effects>();
  for (const slice of slicesOf(animalIds)) {
    const rows = await readStates(tx, farmId, slice);
    const changes = rows.map((row) => ({
      row,
      stored: parseState(row),
      added: (addedTo.get(row.id) ?? []).toSorted(compareEvents),
      voided: voidedOf.get(row.id) ?? [],
    }));
    const foldings = await foldEvents(
      tx,
      farmId,
      new Map(changes.flatMap((change) => (isStep(change) ? [] : [[change.row.id, change]]))),
    );
    const states = changes.map((change) => {
      const { row, stored = emptyState } = change;
      const stepped = () => ({ before: stored, after: change.added.reduce(step, stored), growth: change.added });
      const { before, after, growth } = foldings.get(row.id)?.states() ?? stepped();
      effects.set(row.id, effectsOn(row, { ...change, before: change.stored ?? before, after, growth }));
      return { animalId: row.id, state: JSON.stringify(after) };
    });
    if (states.length > 0) await saveStates(tx, farmId, stateForm, states);
  }
  return effects;
}

interface Change extends JournalChange {
  readonly stored: AnimalState | undefined;
}

const parseState = ({ form, state }: Pick<StoredState, 'form' | 'state'>): AnimalState | undefined =>
  state === null || form !== stateForm ? undefined : (JSON.parse(state) as AnimalState);

function isStep({ stored, added, voided }: Change): boolean {
  const [first] = added;
  return stored !== undefined && voided.length === 0 && (first === undefined || isAfter(stored, first));
}

/** In pages, since an animal can have very many events. */
async function foldEvents(
  tx: Tx,
  farmId: FarmId,
  changes: ReadonlyMap<string, JournalChange>,
): Promise<ReadonlyMap<string, Folding>> {
  const foldings = new Map([...changes].map(([id, { added, voided }]) => [id, new Folding(added, voided)]));
  if (foldings.size === 0) return foldings;
  for await (const page of readEventPages(tx, farmId, [...foldings.keys()])) {
    for (const event of page) await foldings.get(event.animalId)?.add(event);
  }
  for (const folding of foldings.values()) await folding.end();
  return foldings;
}

const unchanged: JournalChange = { added: [], voided: [] };

/** Folds all events of animals again without changing the animals' own fields. */
export async function foldStates(tx: Tx, farmId: FarmId, animalIds: readonly string[]): Promise<void> {
  for (const slice of slicesOf(animalIds)) {
    const foldings = await foldEvents(tx, farmId, new Map(slice.map((id) => [id, unchanged])));
    const states = [...foldings].map(([animalId, folding]) => ({ animalId, state: JSON.stringify(folding.states().after) }));
    await saveStates(tx, farmId, stateForm, states);
  }
}

/** Resolves with undefined if the farm has no such animal. */
export async function readState(tx: Tx, farmId: FarmId, animalId: string): Promise<AnimalState | undefined> {
  const [row] = await completeStates(tx, farmId, await readStates(tx, farmId, [animalId]));
  return row?.[1];
}

/** Folds states that are not stored, as after an upgrade, without storing them. */
export async function completeStates(
  tx: Tx,
  farmId: FarmId,
  rows: readonly Pick<StoredState, 'id' | 'form' | 'state'>[],
): Promise<(readonly [animalId: string, AnimalState])[]> {
  const states: (readonly [string, AnimalState])[] = [];
  for (const slice of slicesOf(rows)) {
    const stored = slice.map((row) => [row.id, parseState(row)] as const);
    const missing = stored.flatMap(([id, state]) => (state ? [] : [[id, unchanged] as const]));
    const foldings = await foldEvents(tx, farmId, new Map(missing));
    for (const [id, state] of stored) states.push([id, state ?? foldings.get(id)?.states().after ?? emptyState]);
  }
  return states;
}
