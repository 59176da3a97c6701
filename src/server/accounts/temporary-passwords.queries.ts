import { randomBytes } from 'node:crypto';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/transaction.ts';

// Base32 of RFC 4648: no 0, 1, 8 or 9 to mistake for a letter.
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const length = 20;
const attempts = 5;
/** The operator's are good for a day, those by mail for an hour; and some minutes by which two clocks may differ. */
const longestMs = (24 * 60 + 5) * 60_000;

/** 100 random bits that a person can type. */
export const makeTemporaryPassword = (): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');

const shape = new RegExp(`^[${alphabet}]{${length}}$`);

/** Whether what was typed can be one at all; it is a matter of the text alone, not of anybody's account. */
export const looksTemporary = (password: string): boolean => shape.test(password);

/** Stands beside the person's password; an older temporary one ends. */
export async function putTemporaryPassword(tx: Tx, userId: string, passwordHash: string, expiresAt: Date): Promise<void> {
  const row = { password_hash: passwordHash, expires_at: expiresAt.toISOString(), attempts_left: attempts };
  await tx
    .insertInto('temporary_passwords')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

/** Counts a try before it is made, so that tries at the same time are counted too. */
export async function tryTemporaryPassword(db: Db, userId: string, now: Date): Promise<string | undefined> {
  const row = await db
    .updateTable('temporary_passwords')
    .set((eb) => ({ attempts_left: eb('attempts_left', '-', 1) }))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now.toISOString())
    // Made while the clock was ahead, it would be good until the clock gets there.
    .where('expires_at', '<=', new Date(now.getTime() + longestMs).toISOString())
    .where('attempts_left', '>', 0)
    .returning('password_hash as passwordHash')
    .executeTakeFirst();
  return row?.passwordHash;
}

/** Takes it away; the answer says whether it was this one. */
export async function useTemporaryPassword(tx: Tx, userId: string, passwordHash: string): Promise<boolean> {
  const used = await tx
    .deleteFrom('temporary_passwords')
    .where('user_id', '=', userId)
    .where('password_hash', '=', passwordHash)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

export const dropTemporaryPassword = (tx: Tx, userId: string): Promise<unknown> =>
  tx.deleteFrom('temporary_passwords').where('user_id', '=', userId).execute();

export const forgetExpiredPasswords = (db: Db, now: Date): Promise<unknown> =>
  db.deleteFrom('temporary_passwords').where('expires_at', '<=', now.toISOString()).execute();
