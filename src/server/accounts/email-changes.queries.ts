import type { ExpressionBuilder } from 'kysely';
import { isSameAddress } from '#domain/values/email.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { toRow } from '#server/db/record-columns.ts';
import type { Database } from '#server/db/schema/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { hourMs, timeAfter } from '#server/time-after.ts';
import type { Account } from './accounts.queries.ts';

/**
 * All links of an account expire together after its newest change, so that nobody can wait for an older link to expire and then use a newer
 * one.
 */
export const revertHours = 72;

export interface EmailChange {
  readonly userId: string;
  readonly oldEmail: string;
  readonly oldConfirmedAt: string | null;
  readonly position: number;
}

/** Requires the farm's lock, so that positions are unique. */
export async function addEmailChange(tx: Tx, account: Account, tokenHash: string, now: Date): Promise<void> {
  const { userId, email: oldEmail, emailConfirmedAt: oldConfirmedAt } = account;
  const last = (await listEmailChanges(tx, userId, now)).at(-1);
  // Expired links would count as older than the new one.
  if (!last) await purgeEmailChangesFrom(tx, { userId, position: 0 });
  const position = (last?.position ?? 0) + 1;
  await tx
    .insertInto('email_changes')
    .values(toRow({ tokenHash, userId, oldEmail, oldConfirmedAt, changedAt: now.toISOString(), position }))
    .execute();
}

const openChanges = (db: Db | Tx, now: Date) =>
  db
    .selectFrom('email_changes')
    .select(['user_id as userId', 'old_email as oldEmail', 'old_confirmed_at as oldConfirmedAt', 'position'])
    .where((eb) => isOpen(eb, now));

export const listEmailChanges = (db: Db | Tx, userId: string, now: Date): Promise<EmailChange[]> =>
  openChanges(db, now).where('user_id', '=', userId).orderBy('position').execute();

export const findEmailChange = (db: Db | Tx, tokenHash: string, now: Date): Promise<EmailChange | undefined> =>
  openChanges(db, now).where('token_hash', '=', tokenHash).executeTakeFirst();

export async function findRevertibleChange(
  db: Db | Tx,
  userId: string,
  email: string,
  now: Date,
): Promise<EmailChange | undefined> {
  const changes = await listEmailChanges(db, userId, now);
  return changes.find(({ oldEmail }) => isSameAddress(oldEmail, email));
}

/** Later changes were made by the same person, and their links must not revert to them. */
export const purgeEmailChangesFrom = (tx: Tx, { userId, position }: Pick<EmailChange, 'userId' | 'position'>): Promise<unknown> =>
  tx.deleteFrom('email_changes').where('user_id', '=', userId).where('position', '>=', position).execute();

/**
 * Leaves only the link to the first address: a person who knew the old password may have changed the address several times and has all
 * other links.
 */
export async function purgeLaterEmailChanges(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('email_changes')
    .where('user_id', '=', userId)
    .where('position', '>', (eb) =>
      eb
        .selectFrom('email_changes as first')
        .select((of) => of.fn.min('first.position').as('position'))
        .where('first.user_id', '=', userId),
    )
    .execute();
}

export const purgeOldEmailChanges = (db: Db, now: Date): Promise<unknown> =>
  db
    .deleteFrom('email_changes')
    .where((eb) => eb.not(isOpen(eb, now)))
    .execute();

const isOpen = (eb: ExpressionBuilder<Database, 'email_changes'>, now: Date) =>
  eb.exists(
    eb
      .selectFrom('email_changes as newer')
      .select('newer.user_id')
      .whereRef('newer.user_id', '=', 'email_changes.user_id')
      .where('newer.changed_at', '>', timeAfter(now, -revertHours * hourMs)),
  );
