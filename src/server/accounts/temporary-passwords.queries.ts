import { randomBytes } from 'node:crypto';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/transaction.ts';

// Base32 of RFC 4648: no 0, 1, 8 or 9 to mistake for a letter.
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const length = 20;
/** Kept beside the hash; 80 random bits stay secret. */
const beginningLength = 4;
export const validMs = 3_600_000;
/** The operator's are good for a day, those by mail for an hour; and some minutes by which two clocks may differ. */
const clocksDifferMs = 5 * 60_000;
const longestMs = 24 * 3_600_000 + clocksDifferMs;

/** 100 random bits that a person can type. */
export const makeTemporaryPassword = (): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');

const shape = new RegExp(`^[${alphabet}]{${length}}$`);

/** Whether what was typed can be one at all; it is a matter of the text alone, not of anybody's account. */
export const looksTemporary = (password: string): boolean => shape.test(password);

interface TemporaryPassword {
  readonly password: string;
  readonly passwordHash: string;
}

/** Stands beside the person's password and beside the temporary ones from before, which go on working. */
export const addTemporaryPassword = (
  tx: Tx,
  userId: string,
  { password, passwordHash }: TemporaryPassword,
  expiresAt: Date,
): Promise<unknown> =>
  tx
    .insertInto('temporary_passwords')
    .values({
      user_id: userId,
      password_hash: passwordHash,
      beginning: password.slice(0, beginningLength),
      expires_at: expiresAt.toISOString(),
    })
    .execute();

/** How many of those that were mailed are still good. */
export async function countMailedPasswords(tx: Tx, userId: string, now: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('temporary_passwords')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now.toISOString())
    .where('expires_at', '<=', later(now, validMs + clocksDifferMs))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * The hash of the one that this can be. There is no count of wrong tries: against 100 random bits it would protect from nothing, and
 * a stranger could use it up.
 */
export async function findTemporaryPassword(db: Db, userId: string, password: string, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('temporary_passwords')
    .select('password_hash as passwordHash')
    .where('user_id', '=', userId)
    .where('beginning', 'in', [password.slice(0, beginningLength), ''])
    .where('expires_at', '>', now.toISOString())
    // Made while the clock was ahead, it would be good until the clock gets there.
    .where('expires_at', '<=', later(now, longestMs))
    .orderBy('beginning', 'desc')
    .executeTakeFirst();
  return row?.passwordHash;
}

/** Takes it away, and with it all others of the person; the answer says whether it was there. */
export async function useTemporaryPassword(tx: Tx, userId: string, passwordHash: string): Promise<boolean> {
  const used = await tx
    .deleteFrom('temporary_passwords')
    .where('user_id', '=', userId)
    .where('password_hash', '=', passwordHash)
    .returning('user_id')
    .executeTakeFirst();
  if (used) await dropTemporaryPasswords(tx, userId);
  return used !== undefined;
}

export const dropTemporaryPasswords = (tx: Tx, userId: string): Promise<unknown> =>
  tx.deleteFrom('temporary_passwords').where('user_id', '=', userId).execute();

export const purgeExpiredPasswords = (db: Db, now: Date): Promise<unknown> =>
  db.deleteFrom('temporary_passwords').where('expires_at', '<=', now.toISOString()).execute();

const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();
