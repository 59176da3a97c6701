import type { Deps } from '#server/deps.ts';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { inTransaction, lockFarm, type Tx } from '#server/db/transaction.ts';
import { addNote, type Note } from '#server/audit/audit-log.queries.ts';
import type { SignedIn } from '#server/http/guards.ts';
import { Problem } from '#server/problem.ts';

export interface Act {
  /** The ids of all administrators; nobody becomes one or ceases to be one until the transaction ends. */
  readonly admins: readonly string[];
  readonly note: (note: Note) => Promise<void>;
}

/**
 * One act of an administrator, with its line in the audit log or not at all. Acts wait for each other, and whoever ceased to be an
 * administrator while they waited is refused: two who demote each other leave one. `farmOf`: the person whose farm it changes too.
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
        await addNote(tx, viewer.userId, note, now());
        log.info({ security: note.action, adminId: viewer.userId, userId: note.userId, subject: note.subject });
      },
    });
  });
}

/** A farm before its people, as in the farm's own transactions: otherwise the two could wait for each other for ever. */
async function lockFarmOf(tx: Tx, userId: string): Promise<void> {
  const person = await tx.selectFrom('users').select('farm_id').where('id', '=', userId).executeTakeFirst();
  if (person) await lockFarm(tx, vouchedFarmId(person.farm_id));
}

/** In one order, so that two who wait for each other's rows cannot both wait for ever. */
async function lockAdmins(tx: Tx): Promise<string[]> {
  const admins = await tx.selectFrom('users').select('id').where('is_admin', '=', true).orderBy('id').forUpdate().execute();
  return admins.map(({ id }) => id);
}
