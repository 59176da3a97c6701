import { setImmediate } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { vouchedFarmId, type FarmId } from '#server/db/farm-id.ts';
import type { Database } from '#server/db/schema.ts';
import { isEmbedded, type Tx } from '#server/db/transaction.ts';
import type { Job } from '#server/jobs/job.ts';

/** Tables of a farm, referencing ones first. A new table of the farm is added here. */
const tablesOfFarm = [
  'listings',
  'stale_listings',
  'breeding_offspring',
  'breeding_records',
  'health_records',
  'import_changes',
  'import_outcomes',
  'import_rows',
  'imports',
  'import_memory',
  'animals',
  'files',
  'coupon_redemptions',
  'subscriptions',
  'checkouts',
  'farm_sizes',
] as const satisfies readonly (keyof Database)[];

/**
 * Detaches the farm from its users; `removeFarm` deletes its rows later. Its id stays in `deleted_farms`, to tell it from one that a
 * restored database does not know.
 */
export async function markDeleted(tx: Tx, farmId: FarmId, now: Date): Promise<void> {
  const deleted_at = now.toISOString();
  await tx.updateTable('farms').set({ deleted_at }).where('id', '=', farmId).execute();
  await tx
    .insertInto('deleted_farms')
    .values({ id: farmId, deleted_at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Deletes in pieces, each in a transaction of its own, so that others can write in between and an interrupted run can be continued. */
export async function removeFarm(db: Db, farmId: FarmId): Promise<void> {
  // Parents are deleted after their young, which reference them.
  for (const parent of ['mother_id', 'father_id'] as const) {
    await inChunks(db, 'animals', farmId, sql`${sql.ref(parent)} > ''`, (isOfPiece) =>
      db
        .updateTable('animals')
        .set({ [parent]: null })
        .where(isOfPiece)
        .executeTakeFirstOrThrow(),
    );
  }
  for (const table of tablesOfFarm) {
    await inChunks(db, table, farmId, sql`1 = 1`, (isOfPiece) => db.deleteFrom(table).where(isOfPiece).executeTakeFirstOrThrow());
  }
  await db.deleteFrom('farms').where('id', '=', farmId).execute();
}

/** Continues what a server that stopped left unfinished. */
export const removeDeletedFarms: Job = {
  name: 'farms: remove deleted ones',
  everyMs: 600_000,
  run: async ({ db }, signal) => {
    for (const { id } of await db.selectFrom('farms').select('id').where('deleted_at', 'is not', null).execute()) {
      signal.throwIfAborted();
      await removeFarm(db, vouchedFarmId(id));
    }
  },
};

interface Changed {
  readonly numUpdatedRows?: bigint;
  readonly numDeletedRows?: bigint;
}

async function inChunks(
  db: Db,
  table: keyof Database,
  farmId: FarmId,
  condition: RawBuilder<unknown>,
  change: (isOfPiece: RawBuilder<boolean>) => Promise<Changed>,
): Promise<void> {
  const piece = (row: RawBuilder<unknown>, most: number) =>
    sql`select ${row} from ${sql.table(table)} where farm_id = ${farmId} and ${condition} limit ${sql.lit(most)}`;
  // By rowid: with the farm named again, SQLite would scan all rows of the farm.
  const isOfPiece = isEmbedded(db)
    ? sql<boolean>`rowid in (${piece(sql`rowid`, 200)})`
    : sql<boolean>`farm_id = ${farmId} and ctid = any(array(${piece(sql`ctid`, 2000)}))`;
  for (let changed = 1n; changed > 0n;) {
    const { numUpdatedRows, numDeletedRows } = await change(isOfPiece);
    changed = numUpdatedRows ?? numDeletedRows ?? 0n;
    await setImmediate();
  }
}
