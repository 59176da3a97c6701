import type { BreedingRecord } from '#contract/breeding.ts';
import { maxOffspring } from '#domain/records/breeding.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { matingOf, possibleMatingDays, type BirthOf } from '#domain/breeding/matings.ts';
import { changed, logChanges, revisionOf, type Act } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { deleteOffspring, findBreedingRecord, insertOffspring } from './breeding.queries.ts';

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

export const endMating = (
  tx: Tx,
  act: Act,
  id: string,
  { now, day, offspringIds }: { readonly now: Date; readonly day: CalendarDate; readonly offspringIds: readonly string[] },
): Promise<void> => changeMating(tx, act, id, now, { outcome: 'successful', actualBirthDate: day, offspringIds });

/** Only the young that are animals by now are listed. */
export const setOffspring = (tx: Tx, act: Act, id: string, now: Date, offspringIds: readonly string[]): Promise<void> =>
  changeMating(tx, act, id, now, { offspringIds });

/** Called when the birth that ended the mating is voided. */
export const reopenMating = (tx: Tx, act: Act, id: string, now: Date): Promise<void> =>
  changeMating(tx, act, id, now, { outcome: 'pending', actualBirthDate: null, offspringIds: [] });

interface BirthOfMating extends Partial<Pick<BreedingRecord, 'outcome' | 'actualBirthDate'>> {
  readonly offspringIds: readonly string[];
}

/** A breeding record lists only the first young; the birth event lists all. */
async function changeMating(tx: Tx, act: Act, id: string, now: Date, birth: BirthOfMating): Promise<void> {
  const { farmId } = act;
  const before = await findBreedingRecord(tx, farmId, id);
  // The record may have been deleted after the birth.
  if (!before) return;
  const after = { ...birth, offspringIds: birth.offspringIds.slice(0, maxOffspring) };
  const { outcome, actualBirthDate, offspringIds } = { ...before, ...after };
  await tx
    .updateTable('breeding_records')
    .set({ outcome, actual_birth_date: actualBirthDate, revision: revisionOf(tx, farmId) })
    .where('farm_id', '=', farmId)
    .where('id', '=', id)
    .execute();
  await deleteOffspring(tx, farmId, id);
  await insertOffspring(tx, farmId, id, offspringIds);
  await logChanges(tx, act, now, changed('breedingRecord', id, before, after));
}
