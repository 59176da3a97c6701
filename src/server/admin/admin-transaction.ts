import type { Deps } from '#server/deps.ts';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { inTransaction, lockFarm, type Tx } from '#server/db/transaction.ts';
import { recordAction, type Note } from '#server/audit/audit-log.queries.ts';
import type { SignedIn } from '#server/http/guards.ts';
import { Problem } from '#server/problem.ts';

export interface Act {
  /** The ids of all administrators, locked until the transaction ends. */
  readonly admins: readonly string[];
  readonly note: (note: Note) => Promise<void>;
}

/**
 * Runs an act of an administrator together with its entry in the audit log. Acts run one after the other, and an administrator who was
 * demoted meanwhile is refused, so that two who demote each other leave one. `farmOf`: the person whose farm is changed too.
 */
export function inAdminTransaction<T>(
  { db, now }: Deps,
  { viewer, log }: SignedIn,
  work: (tx: Tx, act: Act) => Promise<T>,
  { farmOf }: { readonly farmOf?: string } = {},
): Promise<T> {
  return inTransaction(db, async (tx) => {
    if (farmOf !== undefined) await lockFarmOf(tx, farmOf);
    const admins = await lockAdmins(tx);
    if (!admins.includes(viewer.userId)) throw new Problem('role.forbidden');
    return work(tx, {
      admins,
      note: async (note) => {
        await recordAction(tx, viewer.userId, note, now());
        log.info({ security: note.action, adminId: viewer.userId, userId: note.userId, subject: note.subject });
      },
    });
  });
}

/** Locks the farm before its users, in the order of the farm's own transactions, which prevents deadlocks. */
async function lockFarmOf(tx: Tx, userId: string): Promise<void> {
  const person = await tx.selectFrom('users').select('farm_id').where('id', '=', userId).executeTakeFirst();
  if (person) await lockFarm(tx, vouchedFarmId(person.farm_id));
}

/** Locks in a fixed order, which prevents deadlocks. */
async function lockAdmins(tx: Tx): Promise<string[]> {
  const admins = await tx.selectFrom('users').select('id').where('is_admin', '=', true).orderBy('id').forUpdate().execute();
  return admins.map(({ id }) => id);
}
