import { sql } from 'kysely';
import type { Tx } from './transaction.ts';

type Which = readonly [column: 'id' | 'paper_id' | 'email_key' | 'invited_by' | 'created_by', value: string];

/** Revokes transfers of sold animals or invitations that nobody has accepted: their codes and links stop working. Resolves with their number. */
export async function revokeOpen(
  tx: Tx,
  table: 'transfers' | 'invitations',
  farmIds: readonly string[],
  [column, value]: Which,
  now: Date,
): Promise<bigint> {
  const { numUpdatedRows } = await tx
    .updateTable(table)
    .set({ revoked_at: now.toISOString() })
    .where('farm_id', 'in', farmIds)
    .where(sql.ref(column), '=', value)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows;
}
