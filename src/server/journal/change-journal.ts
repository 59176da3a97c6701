import { asJournalEvent } from '#domain/journal/complete-event.ts';
import type { Effects } from '#domain/journal/effects.ts';
import type { JournalEvent } from '#domain/records/events.ts';
import { toIds } from '#domain/values/to-ids.ts';
import { changed, created, deleted, logChanges, logCreated, revisionOf, userOf, type Act } from '#server/db/changes.ts';
import { toRow } from '#server/db/record-columns.ts';
import { rowsPerStatement, slicesOf } from '#server/db/slices.ts';
import type { Tx } from '#server/db/transaction.ts';
import { updateStates } from './animal-states.ts';
import { deleteEvents, insertEvents, ownDigest, readOwnCastrations, voidEventRows, type NewEventRow } from './journal.queries.ts';
import { ensureEidsFree } from './eids-in-use.ts';

interface JournalWrite {
  readonly add?: readonly NewEventRow[];
  readonly void?: readonly JournalEvent[];
  readonly reason?: string | null;
  /** Increments the version of each animal, so that a form opened before cannot overwrite what the events change. */
  readonly touchesAnimals?: boolean;
}

/** Adds and voids events, and updates everything derived from them: weights, states and the animals' own fields. */
export async function changeJournal(tx: Tx, act: Act, now: string, write: JournalWrite): Promise<void> {
  const effects = await writeEvents(tx, act, now, write);
  await updateAnimals(tx, act, now, effects, write.touchesAnimals ?? false);
}

async function writeEvents(
  tx: Tx,
  act: Act,
  now: string,
  { add = [], void: voided = [], reason = null }: JournalWrite,
): Promise<ReadonlyMap<string, Effects>> {
  const { farmId } = act;
  const byUser = userOf(act.by);
  if (voided.length > 0) {
    await voidEventRows(tx, farmId, toIds(voided), { at: now, by: byUser, reason });
  }
  if (add.length > 0) await insertEvents(tx, farmId, byUser, add);
  await logChanges(tx, act, new Date(now), [
    ...add.map(({ id }) => created('event', id)),
    ...voided.map(({ id }) => ({ kind: 'event' as const, id, fields: { voidedAt: [null, now], voidReason: [null, reason] } })),
  ]);
  return updateStates(tx, farmId, { added: add.map(asJournalEvent), voided });
}

/**
 * Adds events without updating the animals' own fields, for imports, which write these fields themselves. Castrations replace those that
 * only repeat the own fields.
 */
export async function addToJournal(tx: Tx, act: Act, events: readonly NewEventRow[], now: string): Promise<void> {
  if (events.length === 0) return;
  const castrated = events.flatMap(({ kind, animalId, createDigest }) =>
    kind === 'castration' && createDigest !== ownDigest ? animalId : [],
  );
  const replaced = new Map((await readOwnCastrations(tx, act.farmId, castrated)).map((event) => [event.animalId, event]));
  const add = events.map((event) => {
    const own = event.kind === 'castration' ? replaced.get(event.animalId) : undefined;
    return own ? { ...event, replacesId: own.id } : event;
  });
  await writeEvents(tx, act, now, { add, void: [...replaced.values()] });
}

/** For very many events without known authors. The states of the animals must be folded once afterwards (`foldStates`). */
export async function addWithoutStates(tx: Tx, act: Act, events: readonly NewEventRow[], now: string): Promise<void> {
  if (events.length === 0) return;
  await insertEvents(tx, act.farmId, null, events);
  await logCreated(tx, act, new Date(now), 'event', events);
}

/** Deletes the events of animals, also voided ones, with everything derived from them, before the animals are deleted. */
export async function deleteEventsOf(tx: Tx, act: Act, animalIds: readonly string[], now: Date): Promise<void> {
  for (let found = rowsPerStatement; found === rowsPerStatement;) {
    const events = await deleteEvents(tx, act.farmId, animalIds, rowsPerStatement);
    await logChanges(
      tx,
      act,
      now,
      events.map(({ id, ...values }) => deleted('event', id, values)),
    );
    found = events.length;
  }
}

/** One statement for all animals that change in the same way. */
async function updateAnimals(
  tx: Tx,
  act: Act,
  now: string,
  effects: ReadonlyMap<string, Effects>,
  touches: boolean,
): Promise<void> {
  const { farmId } = act;
  const alike = Map.groupBy(effects, ([, { after }]) => JSON.stringify(after));
  for (const group of alike.values()) {
    const columns = toRow(group[0]?.[1].after ?? {});
    if (Object.keys(columns).length === 0 && !touches) continue;
    for (const part of slicesOf(group, rowsPerStatement)) {
      await tx
        .updateTable('animals')
        .set(columns)
        .set((eb) => ({ version: eb('version', '+', 1), updated_at: now, revision: revisionOf(tx, farmId) }))
        .where('farm_id', '=', farmId)
        .where(
          'id',
          'in',
          part.map(([id]) => id),
        )
        .execute();
    }
  }
  const back = [...effects].flatMap(([id, { after }]) => (after.status === 'active' ? id : []));
  await ensureEidsFree(tx, farmId, back);
  await logChanges(
    tx,
    act,
    new Date(now),
    [...effects].flatMap(([id, { before, after }]) => changed('animal', id, before, after)),
  );
}
