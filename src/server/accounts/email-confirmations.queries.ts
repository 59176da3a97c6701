import type { Db } from '#server/db/engines/connect.ts';
import type { Tx } from '#server/db/transaction.ts';
import { dayMs, timeAfter } from '#server/time-after.ts';

export const confirmDays = 7;

export interface EmailConfirmation {
  readonly userId: string;
  readonly email: string;
  readonly createdAt: string;
}

export const addEmailConfirmation = (
  tx: Tx,
  { tokenHash, userId, email }: { tokenHash: string; userId: string; email: string },
  now: Date,
): Promise<unknown> =>
  tx
    .insertInto('email_confirmations')
    .values({ token_hash: tokenHash, user_id: userId, email, created_at: now.toISOString() })
    .execute();

export const findEmailConfirmation = (db: Db | Tx, tokenHash: string): Promise<EmailConfirmation | undefined> =>
  db
    .selectFrom('email_confirmations')
    .select(['user_id as userId', 'email', 'created_at as createdAt'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();

export const isExpired = ({ createdAt }: EmailConfirmation, now: Date): boolean =>
  createdAt <= timeAfter(now, -confirmDays * dayMs);
