import type { Db } from '#server/db/engines/connect.ts';
import { sql } from 'kysely';
import type { StoredHealthRecord } from '#contract/health.ts';
import { inPounds } from '#domain/journal/checkups.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { pageByDay } from '#server/db/in-batches.ts';
import { writeAsJson, type JsonRows } from '#server/db/json-rows.ts';
import { toHealthRecord } from '#server/journal/checkups.ts';
import type { Tx } from '#server/db/transaction.ts';
import { parseDatedCursor, type PageRequest } from '#server/lists/pages.ts';

const columns = ['id', 'animal_id as animalId', 'day as date', 'version', 'created_at as createdAt', 'detail'] as const;

type Row = Pick<StoredHealthRecord, 'id' | 'animalId' | 'date' | 'version' | 'createdAt'> & { readonly detail: string };

const toRecord = ({ animalId, date, detail, ...row }: Row): StoredHealthRecord => ({
  ...toHealthRecord(animalId, date, detail),
  ...row,
});

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
  return writeAsJson(rows.map(toRecord).map(inPounds), ({ date, createdAt, id }) => [date, createdAt, id]);
}

/** Resolves with undefined if there is none, or if it was voided. */
export async function findHealthRecord(tx: Tx, farmId: FarmId, id: string): Promise<StoredHealthRecord | undefined> {
  const row = await selectCheckups(tx, farmId).where('id', '=', id).executeTakeFirst();
  return row && toRecord(row);
}
