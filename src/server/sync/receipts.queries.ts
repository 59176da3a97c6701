import type { Db } from '#server/db/engines/connect.ts';
import type { Database } from '#server/db/schema/schema.ts';
import { revisionOf } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { readSliced } from '#server/db/slices.ts';
import type { FarmState, Tx } from '#server/db/transaction.ts';

export type Receipt = Pick<Database['receipts'], 'id' | 'digest' | 'answer' | 'revision'>;

const columns = ['id', 'digest', 'answer', 'revision'] as const;

export const readFarmState = (tx: Db | Tx, farmId: FarmId): Promise<FarmState> =>
  tx.selectFrom('farms').select(['revision', 'epoch']).where('id', '=', farmId).executeTakeFirstOrThrow();

export const findReceipts = (tx: Tx, farmId: FarmId, ids: readonly string[]): Promise<Receipt[]> =>
  readSliced(ids, (part) => tx.selectFrom('receipts').select(columns).where('farm_id', '=', farmId).where('id', 'in', part));

export const findReceipt = (db: Db, farmId: FarmId, id: string) =>
  db.selectFrom('receipts').select(columns).where('farm_id', '=', farmId).where('id', '=', id).executeTakeFirst();

/** Must be called in the transaction of the operation. */
export const insertReceipt = (tx: Tx, { farmId, id, digest, answer }: Omit<Receipt, 'revision'> & { readonly farmId: FarmId }) =>
  tx
    .insertInto('receipts')
    .values({ farm_id: farmId, id, digest, answer, revision: revisionOf(tx, farmId) })
    .returning(columns)
    .executeTakeFirstOrThrow();
