import type { FarmId } from './farm-id.ts';
import type { Tx } from './transaction.ts';

type Which = { readonly id: string } | { readonly paperId: string } | { readonly createdBy: string };

/** Revokes open transfers of sold animals, whose codes stop working. Resolves with their number. */
export async function revokeTransfers(tx: Tx, farmId: FarmId, which: Which, now: Date): Promise<bigint> {
  const [column, value] =
    'id' in which
      ? (['id', which.id] as const)
      : 'paperId' in which
        ? (['paper_id', which.paperId] as const)
        : (['created_by', which.createdBy] as const);
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
