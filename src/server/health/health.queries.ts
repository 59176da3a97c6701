import type { Db } from '#server/db/connect.ts';
import { sql } from 'kysely';
import { HealthRecord } from '#contract/health.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { asJson, noRows, type JsonRows } from '#server/db/json-rows.ts';
import type { Tx } from '#server/db/transaction.ts';
import { firstPage, parseDatedCursor, type DatedCursor, type PageRequest } from '#server/lists/pages.ts';

/** The common columns of a checkup as the health record shows them; its other fields are in `detail`. */
const columns = ['id', 'animal_id as animalId', 'day as date', 'version', 'created_at as createdAt'] as const;

export async function listHealthRecordsAsJson(db: Db, farmId: FarmId, { limit, cursor }: PageRequest): Promise<JsonRows> {
  const [rows = noRows] = await listOf(db, { farmId, limit, ...(parseDatedCursor(cursor) ?? firstPage) });
  return rows;
}

const listOf = (db: Db, { farmId, limit, date, createdAt, id }: DatedCursor & { farmId: FarmId; limit: number }) =>
  asJson(
    db,
    db
      .selectFrom('events')
      .select([...columns, 'detail'])
      .where('farm_id', '=', farmId)
      .where('kind', '=', sql.lit('checkup'))
      .where('voided_at', 'is', null)
      .where((eb) => eb(eb.refTuple('day', 'created_at', 'id'), '<', eb.tuple(date, createdAt, id)))
      .orderBy('day', 'desc')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit),
    HealthRecord.pick({ id: true, animalId: true, date: true, version: true, createdAt: true }),
    ['date', 'createdAt', 'id'],
    'detail',
  ).execute();

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
