import type { FarmId } from './farm-id.ts';
import type { Tx } from './transaction.ts';

type Which = readonly [column: 'id' | 'paper_id' | 'created_by', value: string];

/** Revokes open transfers of sold animals, whose codes stop working. Resolves with their number. */
export async function revokeTransfers(tx: Tx, farmId: FarmId, [column, value]: Which, now: Date): Promise<bigint> {
  const { numUpdatedRows } = await tx
    .updateTable('transfers')
    .set({ revoked_at: now.toISOString() })
    .where('farm_id', '=', farmId)
    .where(column, '=', value)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows;
}
