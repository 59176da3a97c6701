import { setImmediate } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { effectivePlan, maxStoredBytes } from '#domain/accounts/plans.ts';
import type { Job } from '#server/jobs/job.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { readTables } from '#server/db/engines/distribute.ts';
import { vouchedFarmId, type FarmId } from '#server/db/farm-id.ts';
import { bytesPerRow, farmsWithPlan } from '#server/db/stored-bytes.ts';
import { allowLongStatements, inSnapshot, isEmbedded } from '#server/db/transaction.ts';

/**
 * What is counted while writing grows with each change of a row and never falls with a deletion, so farms that come near their limit are
 * measured.
 */
export const measureFarms: Job = {
  name: 'farms: measure what they store',
  everyMs: 600_000,
  run: async ({ db }, signal) => {
    const farms = await farmsWithPlan(db)
      .select(['farms.id', 'stored_bytes as counted'])
      .where('stored_bytes', '>=', maxStoredBytes(0) / 2)
      .whereRef('measured_at_revision', '<', 'farms.revision')
      .execute();
    for (const { id, counted, plan, status, animalLimit } of farms) {
      signal.throwIfAborted();
      if (counted < maxStoredBytes(effectivePlan(plan, status, animalLimit).limit) / 2) continue;
      const farmId = vouchedFarmId(id);
      const { bytes, revision } = await measureFarm(db, farmId);
      await db
        .updateTable('farms')
        .set((eb) => ({ stored_bytes: eb('stored_bytes', '+', bytes - counted), measured_at_revision: revision }))
        .where('id', '=', farmId)
        .execute();
    }
  },
};

const timeSliceMs = 10;

/** The bytes of all rows of a farm, in every table that has farms. */
export async function measureFarm(db: Db, farmId: FarmId): Promise<{ bytes: number; revision: number }> {
  const tables = await readTables(db);
  return inSnapshot(db, async (tx) => {
    await allowLongStatements(tx);
    const { revision } = await tx.selectFrom('farms').select('revision').where('id', '=', farmId).executeTakeFirstOrThrow();
    let bytes = 0;
    for (const { name, columns } of tables) {
      if (!columns.some((column) => column.name === 'farm_id')) continue;
      const texts = columns.filter(({ dataType }) => dataType.toLowerCase() === 'text');
      const lengths = texts.map((column) => sql`coalesce(octet_length(${sql.ref(column.name)}), 0)`);
      const ofRow = sql<number>`${sql.lit(bytesPerRow)} + ${sql.join(lengths, sql` + `)}`;
      const rows = (value: RawBuilder<number | null>) =>
        tx
          .selectFrom(sql<{ farm_id: string }>`${sql.table(name)}`.as('rows_of_farm'))
          .select(value.as('bytes'))
          .where('farm_id', '=', farmId);
      if (isEmbedded(tx)) {
        // SQLite reads in this thread, so other requests are handled between two rows.
        let began = performance.now();
        for await (const row of rows(ofRow).stream(1)) {
          bytes += row.bytes ?? 0;
          if (performance.now() - began < timeSliceMs) continue;
          await setImmediate();
          began = performance.now();
        }
      } else {
        const [row] = await rows(sql<number | null>`sum(${ofRow})`).execute();
        bytes += row?.bytes ?? 0;
      }
    }
    return { bytes, revision };
  });
}
