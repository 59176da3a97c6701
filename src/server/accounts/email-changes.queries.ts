import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/transaction.ts';

/** How long the owner of an address that was replaced can put it back. */
export const revertHours = 72;

const oldest = (now: Date): string => new Date(now.getTime() - revertHours * 3_600_000).toISOString();

interface EmailChange {
  readonly userId: string;
  readonly oldEmail: string;
  readonly position: number;
}

/** With the farm locked: the next position is nobody else's. */
export const rememberEmailChange = (
  tx: Tx,
  { userId, oldEmail, tokenHash }: { userId: string; oldEmail: string; tokenHash: string },
  now: Date,
): Promise<unknown> =>
  tx
    .insertInto('email_changes')
    .values((eb) => ({
      token_hash: tokenHash,
      user_id: userId,
      old_email: oldEmail,
      changed_at: now.toISOString(),
      position: eb
        .selectFrom('email_changes')
        .select((of) => of(of.fn.coalesce(of.fn.max('position'), of.lit(0)), '+', 1).as('next'))
        .where('user_id', '=', userId),
    }))
    .execute();

export const findEmailChange = (db: Db | Tx, tokenHash: string, now: Date): Promise<EmailChange | undefined> =>
  db
    .selectFrom('email_changes')
    .select(['user_id as userId', 'old_email as oldEmail', 'position'])
    .where('token_hash', '=', tokenHash)
    .where('changed_at', '>', oldest(now))
    .executeTakeFirst();

/** This change and those that were made after it: whoever made this one made them, and their links must not bring them back. */
export const forgetEmailChangesFrom = (tx: Tx, { userId, position }: EmailChange): Promise<unknown> =>
  tx.deleteFrom('email_changes').where('user_id', '=', userId).where('position', '>=', position).execute();

export const forgetOldEmailChanges = (db: Db, now: Date): Promise<unknown> =>
  db.deleteFrom('email_changes').where('changed_at', '<=', oldest(now)).execute();
