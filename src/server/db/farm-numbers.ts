import { type FarmNumbers, officialNumberOf } from '#domain/records/farm-numbers.ts';
import type { Db } from './engines/connect.ts';
import type { FarmId } from './farm-id.ts';
import type { Tx } from './transaction.ts';

/** By which authorities know the farm. */
export async function readOwnNumber(db: Db | Tx, farmId: FarmId): Promise<string | null> {
  const { farm_numbers: numbers } = await db
    .selectFrom('farms')
    .select('farm_numbers')
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow();
  return numbers === null ? null : officialNumberOf(JSON.parse(numbers) as FarmNumbers);
}
