import { setImmediate } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { tablesWithFarmId } from '#server/db/baseline/tables.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { vouchedFarmId, type FarmId } from '#server/db/farm-id.ts';
import type { Database } from '#server/db/schema/schema.ts';
import { isEmbedded, type Tx } from '#server/db/transaction.ts';
import type { Job } from '#server/jobs/job.ts';

/** What others see first, then each table before those that it refers to. */
const inOrderOfRemoval = new Set(['listings', ...tablesWithFarmId.toReversed()] as const);

export async function markDeleted(tx: Tx, farmId: FarmId, now: Date): Promise<void> {
  const deleted_at = now.toISOString();
  await tx.updateTable('farms').set({ deleted_at }).where('id', '=', farmId).execute();
  await tx
    .insertInto('deleted_farms')
    .values({ id: farmId, deleted_at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/**
 * Nothing of the farm stays, so the ids of its animals and its slugs are free again. Each chunk has its own transaction, so that others can
 * write in between and a job can continue an interrupted run.
 */
export async function removeFarm(db: Db, farmId: FarmId): Promise<void> {
  for (const parent of ['mother_id', 'father_id'] as const) {
    await changeInChunks(db, 'animals', farmId, sql`${sql.ref(parent)} > ''`, (inChunk) =>
      db
        .updateTable('animals')
        .set({ [parent]: null })
        .where(inChunk)
        .executeTakeFirstOrThrow(),
    );
  }
  for (const table of inOrderOfRemoval) {
    await changeInChunks(db, table, farmId, sql`1 = 1`, (inChunk) =>
      db.deleteFrom(table).where(inChunk).executeTakeFirstOrThrow(),
    );
  }
  await db.deleteFrom('farms').where('id', '=', farmId).execute();
}

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

interface ChangeResult {
  readonly numUpdatedRows?: bigint;
  readonly numDeletedRows?: bigint;
}

async function changeInChunks(
  db: Db,
  table: keyof Database,
  farmId: FarmId,
  condition: RawBuilder<unknown>,
  change: (inChunk: RawBuilder<boolean>) => Promise<ChangeResult>,
): Promise<void> {
  const chunkOf = (row: RawBuilder<unknown>, most: number) =>
    sql`select ${row} from ${sql.table(table)} where farm_id = ${farmId} and ${condition} limit ${sql.lit(most)}`;
  // By rowid: with the farm named again, SQLite would scan all rows of the farm.
  const inChunk = isEmbedded(db)
    ? sql<boolean>`rowid in (${chunkOf(sql`rowid`, 200)})`
    : sql<boolean>`farm_id = ${farmId} and ctid = any(array(${chunkOf(sql`ctid`, 2000)}))`;
  for (let changed = 1n; changed > 0n;) {
    const { numUpdatedRows, numDeletedRows } = await change(inChunk);
    changed = numUpdatedRows ?? numDeletedRows ?? 0n;
    await setImmediate();
  }
}
