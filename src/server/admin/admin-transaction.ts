import type { Deps } from '#server/deps.ts';
import { ensureAccess } from '#server/db/access.ts';
import { lockFarmsOf } from '#server/db/memberships.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { recordAction, type AuditNote } from '#server/audit/audit-log.queries.ts';
import type { SignedIn } from '#server/http/guards.ts';
import { Problem } from '#server/problem.ts';

export interface AdminAction {
  readonly admins: readonly string[];
  readonly record: (note: AuditNote) => Promise<void>;
}

/**
 * Actions run one after the other and only for current administrators, so that one remains if two demote each other.
 */
export function inAdminTransaction<T>(
  { db, now }: Deps,
  { viewer, access, log }: SignedIn,
  work: (tx: Tx, action: AdminAction) => Promise<T>,
  { farmsOf }: { readonly farmsOf?: string } = {},
): Promise<T> {
  return inTransaction(db, async (tx) => {
    // Before the users, in the order of the farms' own transactions, which prevents deadlocks.
    if (farmsOf !== undefined) await lockFarmsOf(tx, farmsOf);
    await ensureAccess(tx, viewer.farmId, access);
    const admins = await lockAdmins(tx);
    if (!admins.includes(viewer.userId)) throw new Problem('role.forbidden');
    return work(tx, {
      admins,
      record: async (note) => {
        await recordAction(tx, viewer.userId, note, now());
        log.info({ security: note.action, adminId: viewer.userId, userId: note.userId, subject: note.subject });
      },
    });
  });
}

/** In a fixed order, which prevents deadlocks. */
async function lockAdmins(tx: Tx): Promise<string[]> {
  const admins = await tx.selectFrom('users').select('id').where('is_admin', '=', true).orderBy('id').forUpdate().execute();
  return admins.map(({ id }) => id);
}
