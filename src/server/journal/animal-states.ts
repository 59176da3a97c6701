import { effectsOn, type Effects } from '#domain/journal/effects.ts';
import { compareEvents } from '#domain/records/order.ts';
import { emptyState, isAfter, stateForm, step, type AnimalState } from '#domain/journal/state.ts';
import type { JournalEvent } from '#domain/records/events.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { slicesOf } from '#server/db/slices.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Folding } from './folding.ts';
import { readEventPages } from './journal.queries.ts';
import { readStates, saveStates, type StoredState } from './states.queries.ts';

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
  db: Db,
  farmId: FarmId,
  changes: ReadonlyMap<string, JournalChange>,
): Promise<ReadonlyMap<string, Folding>> {
  const foldings = new Map([...changes].map(([id, { added, voided }]) => [id, new Folding(added, voided)]));
  if (foldings.size === 0) return foldings;
  for await (const page of readEventPages(db, farmId, [...foldings.keys()])) {
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
export async function readState(db: Db, farmId: FarmId, animalId: string): Promise<AnimalState | undefined> {
  const [row] = await completeStates(db, farmId, await readStates(db, farmId, [animalId]));
  return row?.[1];
}

/** Folds states that are not stored, as after an upgrade, without storing them. */
export async function completeStates(
  db: Db,
  farmId: FarmId,
  rows: readonly Pick<StoredState, 'id' | 'form' | 'state'>[],
): Promise<(readonly [animalId: string, AnimalState])[]> {
  const states: (readonly [string, AnimalState])[] = [];
  for (const slice of slicesOf(rows)) {
    const stored = slice.map((row) => [row.id, parseState(row)] as const);
    const missing = stored.flatMap(([id, state]) => (state ? [] : [[id, unchanged] as const]));
    const foldings = await foldEvents(db, farmId, new Map(missing));
    for (const [id, state] of stored) states.push([id, state ?? foldings.get(id)?.states().after ?? emptyState]);
  }
  return states;
}
