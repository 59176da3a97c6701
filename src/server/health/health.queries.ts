import type { Db } from '#server/db/connect.ts';
import { sql } from 'kysely';
import { HealthRecord } from '#contract/health.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { pageByDay } from '#server/db/in-batches.ts';
import { readAsJson, type JsonRows } from '#server/db/json-rows.ts';
import type { Tx } from '#server/db/transaction.ts';
import { firstPage, parseDatedCursor, type PageRequest } from '#server/lists/pages.ts';

/** The common columns of a checkup as the health record shows them; its other fields are in `detail`. */
const columns = ['id', 'animal_id as animalId', 'day as date', 'version', 'created_at as createdAt'] as const;

export function listHealthRecordsAsJson(db: Db, farmId: FarmId, { limit, cursor }: PageRequest): Promise<JsonRows> {
  const { date: day, createdAt, id } = parseDatedCursor(cursor) ?? firstPage;
  const checkups = db
    .selectFrom('events')
    .select([...columns, 'detail'])
    .where('farm_id', '=', farmId)
    .where('kind', '=', sql.lit('checkup'))
    .where('voided_at', 'is', null);
  const page = pageByDay(checkups, { after: { day, createdAt, id }, limit, isNewestFirst: true });
  const shape = HealthRecord.pick({ id: true, animalId: true, date: true, version: true, createdAt: true });
  return readAsJson(db, page, shape, ['date', 'createdAt', 'id'], 'detail');
}

/** Resolves with undefined if there is none, or if it was voided. */
export async function findHealthRecord(tx: Tx, farmId: FarmId, id: string): Promise<HealthRecord | undefined> {
  const row = await tx
    .selectFrom('events')
    .select([...columns, 'detail'])
    .where('farm_id', '=', farmId)
    .where('id', '=', id)
    .where('kind', '=', 'checkup')
    .where('voided_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { detail, ...common } = row;
  return { ...(JSON.parse(detail) as Omit<HealthRecord, keyof typeof common>), ...common };
}
