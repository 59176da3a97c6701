import type { Insertable } from 'kysely';
import type { RecordTable } from '#domain/records/kinds.ts';
import { recordKinds, revisionOf } from './changes.ts';
import type { FarmId } from './farm-id.ts';
import type { Database } from './schema/schema.ts';
import type { Tx } from './transaction.ts';

// Other requests run between two inserts, and the parameters stay below SQLite's limit.
const rowsPerInsert = 200;

export async function insertRows<
  T extends
    | Exclude<RecordTable, 'events' | 'animal_tags'>
    | 'breeding_offspring'
    | 'papers'
    | 'listing_details'
    | 'listing_photos',
>(tx: Tx, farmId: FarmId, table: T, rows: readonly Omit<Insertable<Database[T]>, 'farm_id' | 'revision'>[]): Promise<void> {
  if (rows.length === 0) return;
  const stamp = table in recordKinds ? { revision: revisionOf(tx, farmId) } : {};
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const slice = rows.slice(start, start + rowsPerInsert).map((row) => ({ ...row, ...stamp, farm_id: farmId }));
    await tx
      .insertInto(table)
      .values(slice as Insertable<Database[T]>[])
      .execute();
  }
}
