import type { Insertable } from 'kysely';
import type { Sex, Species } from '#domain/records/animals.ts';
import type { BreedingOutcome } from '#domain/records/breeding.ts';
import type { Move } from '#domain/breeding/exposures.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { revisionOf } from '#server/db/changes.ts';
import type { Database } from '#server/db/schema/schema.ts';
import { readSliced, slicesOf } from '#server/db/slices.ts';
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
  const animals = tx
    .selectFrom('animals')
    .select(['id', 'sex', 'species', 'birth_date as birthDate', 'birth_year as birthYear'])
    .where('farm_id', '=', farmId);
  const rows = await readSliced(ids, (part) => animals.where('id', 'in', part));
  return new Map(rows.map((row) => [row.id, row]));
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
  const matings = tx
    .selectFrom('breeding_records')
    .select(['id', 'father_id as fatherId', 'mother_id as motherId', 'breeding_date as breedingDate', 'outcome'])
    .where('farm_id', '=', farmId)
    .where('father_id', '=', fatherId)
    .where('breeding_date', '>=', from);
  return readSliced(motherIds, (slice) => matings.where('mother_id', 'in', slice));
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
