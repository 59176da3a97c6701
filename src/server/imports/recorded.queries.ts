import { setImmediate } from 'node:timers/promises';
import type { CalendarDate } from '#domain/dates.ts';
import { evaluationKey } from '#domain/imports/breeding-values.ts';
import { treatmentKey } from '#domain/imports/treatments.ts';
import { weighingKey } from '#domain/imports/weighings.ts';
import { measuresOf } from '#domain/journal/measures.ts';
import type { JournalEvent } from '#domain/records/events.ts';
import { deleted, logChanges, type Act } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { pause, type Tx } from '#server/db/transaction.ts';
import { foldStates } from '#server/journal/animal-states.ts';
import { journalColumns, ownDigest, toJournalEvent } from '#server/journal/journal.queries.ts';

const pageSize = 500;

/** The keys of the events recorded on some days. */
export async function* readRecorded(
  tx: Tx,
  farmId: FarmId,
  { from, to }: { from: CalendarDate; to: CalendarDate },
): AsyncGenerator<string[]> {
  for (let after = { day: from, createdAt: '', id: '' }; ;) {
    const page = await tx
      .selectFrom('events')
      .select(journalColumns)
      .where('farm_id', '=', farmId)
      .where('voided_at', 'is', null)
      .where((eb) => eb(eb.refTuple('day', 'created_at', 'id'), '>', eb.tuple(after.day, after.createdAt, after.id)))
      .where('day', '<=', to)
      .orderBy('day')
      .orderBy('created_at')
      .orderBy('id')
      .limit(pageSize)
      .execute();
    yield page.flatMap((row) => keysOf(toJournalEvent(row)));
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last;
    await setImmediate();
  }
}

function keysOf(event: JournalEvent): string[] {
  const { animalId, day } = event;
  if (event.kind === 'breedingValues') return [evaluationKey(animalId, day, event.values)];
  if (event.kind === 'treatment') return [treatmentKey(animalId, event)];
  return measuresOf(event).flatMap(({ trait, value }) =>
    trait === 'weight' ? weighingKey(animalId, { date: day, grams: value }) : [],
  );
}

// Few enough that other requests are handled in between.
const deletedAtOnce = 200;

/** Deletes the events of an import, except those of kept animals and those that were replaced or voided since. Resolves with their numbers by kind. */
export async function deleteRecorded(
  tx: Tx,
  act: Act,
  importId: string,
  keep: ReadonlySet<string>,
  now: Date,
): Promise<{ weighings: number; treatments: number; breedingValues: number }> {
  const { farmId } = act;
  const count = { weighings: 0, treatments: 0, breedingValues: 0 };
  for (let after = ''; ;) {
    await pause(tx);
    const page = await tx
      .selectFrom('events')
      .select(journalColumns)
      .where('farm_id', '=', farmId)
      .where('import_id', '=', importId)
      // Events that repeat an animal's own fields change together with these fields.
      .where('create_digest', '<>', ownDigest)
      .where('voided_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(deletedAtOnce)
      .execute();
    const removed = page.filter(({ animalId }) => !keep.has(animalId));
    if (removed.length > 0) {
      const ids = removed.map(({ id }) => id);
      await tx.deleteFrom('events').where('farm_id', '=', farmId).where('id', 'in', ids).execute();
      await foldStates(tx, farmId, [...new Set(removed.map(({ animalId }) => animalId))]);
      await logChanges(
        tx,
        act,
        now,
        removed.map(({ id, ...values }) => deleted('event', id, values)),
      );
    }
    for (const { kind } of removed) {
      count[kind === 'treatment' ? 'treatments' : kind === 'breedingValues' ? 'breedingValues' : 'weighings'] += 1;
    }
    if (page.length < deletedAtOnce) return count;
    after = page.at(-1)?.id ?? '';
  }
}
