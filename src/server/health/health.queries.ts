import type { Db } from '#server/db/engines/connect.ts';
import { sql } from 'kysely';
import type { HealthRecord } from '#contract/health.ts';
import { inPounds } from '#domain/journal/checkups.ts';
import type { EventDetail } from '#domain/records/events.ts';
import type { HealthRecordFields } from '#domain/records/health-record.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { pageByDay } from '#server/db/in-batches.ts';
import type { JsonRows } from '#server/db/json-rows.ts';
import type { Tx } from '#server/db/transaction.ts';
import { parseDatedCursor, type PageRequest } from '#server/lists/pages.ts';

const columns = ['id', 'animal_id as animalId', 'day as date', 'version', 'created_at as createdAt', 'detail'] as const;

/** A health record with its weight in grams. */
export type StoredHealthRecord = HealthRecordFields & Pick<HealthRecord, 'id' | 'version' | 'createdAt'>;

type Row = Pick<StoredHealthRecord, 'id' | 'animalId' | 'date' | 'version' | 'createdAt'> & { readonly detail: string };

const toRecord = ({ detail, ...row }: Row): StoredHealthRecord => ({ ...(JSON.parse(detail) as EventDetail<'checkup'>), ...row });

const selectCheckups = (db: Db | Tx, farmId: FarmId) =>
  db
    .selectFrom('events')
    .select(columns)
    .where('farm_id', '=', farmId)
    .where('kind', '=', sql.lit('checkup'))
    .where('voided_at', 'is', null);

/** Serialized here and not by the database, because weights are stored in grams. */
export async function listHealthRecordsAsJson(db: Db, farmId: FarmId, { limit, cursor }: PageRequest): Promise<JsonRows> {
  const after = parseDatedCursor(cursor);
  const rows = await pageByDay(selectCheckups(db, farmId), {
    after: after && { ...after, day: after.date },
    limit,
    isNewestFirst: true,
  }).execute();
  const last = rows.at(-1);
  return {
    count: rows.length,
    text: last ? rows.map((row) => JSON.stringify(inPounds(toRecord(row)))).join(',') : null,
    last: last ? [last.date, last.createdAt, last.id].join('_') : null,
  };
}

/** Resolves with undefined if there is none, or if it was voided. */
export async function findHealthRecord(tx: Tx, farmId: FarmId, id: string): Promise<StoredHealthRecord | undefined> {
  const row = await selectCheckups(tx, farmId).where('id', '=', id).executeTakeFirst();
  return row && toRecord(row);
}
