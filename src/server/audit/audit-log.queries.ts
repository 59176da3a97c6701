import { uuidv7 } from 'uuidv7';
import type { AuditEntry } from '#contract/admin.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { Tx } from '#server/db/transaction.ts';

/** Entries contain no secret, and people by id only. */
export interface AuditNote {
  readonly action: AuditEntry['action'];
  readonly userId?: string;
  readonly subject?: string;
  readonly detail?: string;
}

export const recordAction = (
  tx: Tx,
  adminId: string,
  { action, userId, subject, detail }: AuditNote,
  now: Date,
): Promise<unknown> =>
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

const operator = 'operator';

export const recordOperatorAction = (tx: Tx, note: AuditNote, now: Date): Promise<unknown> =>
  recordAction(tx, operator, note, now);

export const listAuditLog = (db: Db, { before, limit }: { before: string | undefined; limit: number }): Promise<AuditEntry[]> =>
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
