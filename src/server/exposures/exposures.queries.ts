import type { Insertable } from 'kysely';
import type { Sex, Species } from '#domain/records/animals.ts';
import type { BreedingOutcome } from '#domain/records/breeding.ts';
import type { Move } from '#domain/breeding/exposures.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { revisionOf } from '#server/db/changes.ts';
import type { Database } from '#server/db/schema/schema.ts';
import { idsPerQuery, slicesOf } from '#server/db/slices.ts';
import type { Tx } from '#server/db/transaction.ts';
import { eventsBetween } from '#server/journal/journal.queries.ts';

export interface Mate {
  readonly id: string;
  readonly sex: Sex;
  readonly species: Species;
  readonly birthDate: string | null;
  readonly birthYear: number | null;
}

/** The animals among the ids that the farm has, by id. */
export async function readMates(tx: Tx, farmId: FarmId, ids: readonly string[]): Promise<Map<string, Mate>> {
  const found = new Map<string, Mate>();
  for (const part of slicesOf(ids, idsPerQuery)) {
    const rows = await tx
      .selectFrom('animals')
      .select(['id', 'sex', 'species', 'birth_date as birthDate', 'birth_year as birthYear'])
      .where('farm_id', '=', farmId)
      .where('id', 'in', part)
      .execute();
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}

/** The moves into and out of the groups from a day on. */
export async function listGroupMoves(
  tx: Tx,
  farmId: FarmId,
  groupIds: ReadonlySet<string | null>,
  from: string,
): Promise<Move[]> {
  const found: Move[] = [];
  for await (const events of eventsBetween(tx, farmId, { kind: 'move', from })) {
    found.push(...events.filter(({ groupId }) => groupId !== null && groupIds.has(groupId)));
  }
  return found;
}

interface RecordedMating {
  readonly id: string;
  readonly fatherId: string;
  readonly motherId: string;
  readonly breedingDate: string;
  readonly outcome: BreedingOutcome;
}

export async function listMatingsOf(
  tx: Tx,
  farmId: FarmId,
  { fatherId, motherIds, from }: { readonly fatherId: string; readonly motherIds: readonly string[]; readonly from: string },
): Promise<RecordedMating[]> {
  const found: RecordedMating[] = [];
  for (const slice of slicesOf(motherIds)) {
    const rows = await tx
      .selectFrom('breeding_records')
      .select(['id', 'father_id as fatherId', 'mother_id as motherId', 'breeding_date as breedingDate', 'outcome'])
      .where('farm_id', '=', farmId)
      .where('father_id', '=', fatherId)
      .where('mother_id', 'in', slice)
      .where('breeding_date', '>=', from)
      .execute();
    found.push(...rows);
  }
  return found;
}

/** Resolves with false if one of the ids is taken. */
export async function insertMatings(
  tx: Tx,
  farmId: FarmId,
  rows: readonly Omit<Insertable<Database['breeding_records']>, 'farm_id' | 'revision'>[],
): Promise<boolean> {
  for (const slice of slicesOf(rows)) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('breeding_records')
      .values(slice.map((row) => ({ ...row, farm_id: farmId, revision: revisionOf(tx, farmId) })))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (Number(numInsertedOrUpdatedRows) < slice.length) return false;
  }
  return true;
}
