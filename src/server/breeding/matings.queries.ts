import { maxOffspring } from '#domain/records/breeding.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { matingOf, possibleMatingDays, type BirthOf } from '#domain/breeding/matings.ts';
import { changed, logChanges, revisionOf, type Act } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { deleteOffspring, insertOffspring } from './breeding.queries.ts';

/** The pending mating that a birth is from; undefined if there is none, or several by different sires. */
export async function findMating(
  tx: Tx,
  farmId: FarmId,
  { id, damId, sireId, day }: BirthOf,
): Promise<{ id: string; fatherId: string } | undefined> {
  const { from, to } = possibleMatingDays(day);
  const matings = await tx
    .selectFrom('breeding_records')
    .select(['id', 'father_id as fatherId'])
    .where('farm_id', '=', farmId)
    .where('mother_id', '=', damId)
    .$if(id !== null, (query) => query.where('id', '=', id ?? '').where('breeding_date', '<=', day))
    .$if(id === null, (query) =>
      query.where('outcome', '=', 'pending').where('breeding_date', '>=', from).where('breeding_date', '<=', to),
    )
    .$if(sireId !== null, (query) => query.where('father_id', '=', sireId ?? ''))
    .orderBy('breeding_date', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return matingOf(matings);
}

/** A breeding record lists only the first young; the birth event lists all. */
export async function endMating(
  tx: Tx,
  act: Act,
  id: string,
  { now, day, offspringIds }: { readonly now: Date; readonly day: CalendarDate; readonly offspringIds: readonly string[] },
): Promise<void> {
  await deleteOffspring(tx, act.farmId, id);
  await setOutcome(tx, act, id, now, { outcome: 'successful', actual_birth_date: day });
  await insertOffspring(tx, act.farmId, id, offspringIds.slice(0, maxOffspring));
}

/** Only the young that are animals by now are listed. The record may have been deleted after the birth. */
export async function setOffspring(tx: Tx, farmId: FarmId, id: string, offspringIds: readonly string[]): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('breeding_records')
    .set({ revision: revisionOf(tx, farmId) })
    .where('farm_id', '=', farmId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  await deleteOffspring(tx, farmId, id);
  await insertOffspring(tx, farmId, id, offspringIds.slice(0, maxOffspring));
}

/** Called when the birth that ended the mating is voided. */
export async function reopenMating(tx: Tx, act: Act, id: string, now: Date): Promise<void> {
  await deleteOffspring(tx, act.farmId, id);
  await setOutcome(tx, act, id, now, { outcome: 'pending', actual_birth_date: null });
}

async function setOutcome(
  tx: Tx,
  act: Act,
  id: string,
  now: Date,
  columns: { readonly outcome: 'pending' | 'successful'; readonly actual_birth_date: CalendarDate | null },
): Promise<void> {
  const before = await tx
    .selectFrom('breeding_records')
    .select(['outcome', 'actual_birth_date as actualBirthDate'])
    .where('farm_id', '=', act.farmId)
    .where('id', '=', id)
    .executeTakeFirst();
  // The record may have been deleted after the birth.
  if (!before) return;
  await tx
    .updateTable('breeding_records')
    .set({ ...columns, revision: revisionOf(tx, act.farmId) })
    .where('farm_id', '=', act.farmId)
    .where('id', '=', id)
    .execute();
  const { outcome, actual_birth_date: actualBirthDate } = columns;
  await logChanges(tx, act, now, changed('breedingRecord', id, before, { outcome, actualBirthDate }));
}
