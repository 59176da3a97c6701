import { revisionOf } from '#server/db/changes.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Receipts } from '#server/db/changes.schema.ts';
import type { Tx } from '#server/db/transaction.ts';

export type Receipt = Pick<Receipts, 'id' | 'digest' | 'answer' | 'revision'>;

export const findReceipts = (db: Db | Tx, farmId: FarmId, ids: readonly string[]): Promise<Receipt[]> =>
  db
    .selectFrom('receipts')
    .select(['id', 'digest', 'answer', 'revision'])
    .where('farm_id', '=', farmId)
    .where('id', 'in', ids)
    .execute();

/** In the transaction of what was applied. */
export const insertReceipt = (tx: Tx, farmId: FarmId, receipt: Omit<Receipt, 'revision'>): Promise<Receipt> =>
  tx
    .insertInto('receipts')
    .values({ ...receipt, farm_id: farmId, revision: revisionOf(farmId) })
    .returning(['id', 'digest', 'answer', 'revision'])
    .executeTakeFirstOrThrow();
