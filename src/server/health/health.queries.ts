import { sql, type ExpressionBuilder, type Insertable } from 'kysely';
import { HealthRecord } from '#contract/health.ts';
import { healthFields } from '#domain/records/health-record.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { asJson, noRows, type JsonRows } from '#server/db/json-rows.ts';
import { prepare } from '#server/db/prepared.ts';
import { aliasesOf } from '#server/db/record-columns.ts';
import type { Database } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { firstPage, parseDatedCursor, type DatedCursor, type PageRequest } from '#server/lists/pages.ts';

export type NewHealthRow = Omit<Insertable<Database['health_records']>, 'farm_id'>;

const { weightGrams: _, ...sameOnTheWire } = healthFields;
const wireColumns = aliasesOf(sameOnTheWire);

const contractColumns = (eb: ExpressionBuilder<Database, 'health_records'>) =>
  ['id', ...wireColumns, pounds(eb).as('weightLbs'), 'created_at as createdAt'] as const;

/** Converts whole grams back to hundredths of a pound, the precision of the input (domain/weights.ts). */
const pounds = (eb: ExpressionBuilder<Database, 'health_records'>) =>
  sql<number | null>`round(${eb.ref('weight_grams')} / cast(4.5359237 as double precision)) / cast(100 as double precision)`;

export async function listHealthRecordsAsJson(tx: Tx, farmId: FarmId, { limit, cursor }: PageRequest): Promise<JsonRows> {
  const [rows = noRows] = await listOf(tx, { farmId, limit, ...(parseDatedCursor(cursor) ?? firstPage) });
  return rows;
}

const listOf = prepare((db, { farmId, limit, date, createdAt, id }: DatedCursor & { farmId: FarmId; limit: number }) =>
  asJson(
    db,
    db
      .selectFrom('health_records')
      .select(contractColumns)
      .where('farm_id', '=', farmId)
      .where((eb) => eb(eb.refTuple('date', 'created_at', 'id'), '<', eb.tuple(date, createdAt, id)))
      .orderBy('date', 'desc')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit),
    HealthRecord,
    ['date', 'createdAt', 'id'],
  ),
);

export function readHealthRecord(tx: Tx, farmId: FarmId, id: string): Promise<HealthRecord> {
  return tx
    .selectFrom('health_records')
    .select(contractColumns)
    .where('farm_id', '=', farmId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export function insertHealthRecord(tx: Tx, farmId: FarmId, row: NewHealthRow): Promise<HealthRecord | undefined> {
  return tx
    .insertInto('health_records')
    .values({ ...row, farm_id: farmId })
    .onConflict((conflict) => conflict.doNothing())
    .returning(contractColumns)
    .executeTakeFirst();
}

export async function hasRecordAfter(tx: Tx, farmId: FarmId, animalId: string, date: string): Promise<boolean> {
  const later = await tx
    .selectFrom('health_records')
    .select('id')
    .where('farm_id', '=', farmId)
    .where('animal_id', '=', animalId)
    .where('date', '>', date)
    // The order of the index, which makes PostgreSQL use it.
    .orderBy('date', 'desc')
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}
