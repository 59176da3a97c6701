import { uuidv7 } from 'uuidv7';
import type { AuditEntry } from '#contract/admin.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/db/connect.ts';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { inTransaction, lockFarm, type Tx } from '#server/db/transaction.ts';
import type { SignedIn } from '#server/http/guards.ts';
import { Problem } from '#server/problem.ts';

/** A line of the audit log: never a secret, and people by their id. */
export interface Note {
  readonly action: AuditEntry['action'];
  readonly userId?: string;
  readonly subject?: string;
  readonly detail?: string;
}

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

const addNote = (tx: Tx, adminId: string, { action, userId, subject, detail }: Note, now: Date): Promise<unknown> =>
  tx
    .insertInto('audit_log')
    .values({
      id: uuidv7(),
      happened_at: now.toISOString(),
      admin_id: adminId,
      action,
      user_id: userId ?? null,
      subject: subject ?? null,
      detail: detail ?? null,
    })
    .execute();

/** In place of an administrator's id: whoever has the shell of the server needs no account. */
const operator = 'operator';

export const noteOfOperator = (tx: Tx, note: Note, now: Date): Promise<unknown> => addNote(tx, operator, note, now);

/** Newest first; `before` is the id of the line above. */
export const listNotes = (db: Db, { before, limit }: { before: string | undefined; limit: number }): Promise<AuditEntry[]> =>
  db
    .selectFrom('audit_log')
    .leftJoin('users as admin', 'admin.id', 'audit_log.admin_id')
    .leftJoin('users as person', 'person.id', 'audit_log.user_id')
    .select((eb) => [
      'audit_log.id',
      'audit_log.happened_at as at',
      'audit_log.action',
      'admin.username as adminName',
      eb('audit_log.admin_id', '=', operator).$castTo<boolean>().as('isOperator'),
      eb.fn.coalesce('audit_log.subject', 'person.username').as('subject'),
      'audit_log.detail',
    ])
    .$if(before !== undefined, (query) => query.where('audit_log.id', '<', before ?? ''))
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .execute();
