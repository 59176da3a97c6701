import { randomBytes } from 'node:crypto';
import type { Db } from '#server/db/engines/connect.ts';
import { expiresWithin } from '#server/db/expires-within.ts';
import { toRow } from '#server/db/record-columns.ts';
import type { Tx } from '#server/db/transaction.ts';
import { dayMs, hourMs } from '#server/time-after.ts';

// Base32 of RFC 4648: without 0, 1, 8 and 9, which look like letters.
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const length = 20;
/** Stored in clear for the lookup; 80 of the 100 random bits stay secret. */
const prefixLength = 4;
export const validMs = hourMs;

export const makeTemporaryPassword = (): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');

const shape = new RegExp(`^[${alphabet}]{${length}}$`);

export const looksTemporary = (password: string): boolean => shape.test(password);

interface TemporaryPassword {
  readonly password: string;
  readonly passwordHash: string;
}

export const addTemporaryPassword = (
  tx: Tx,
  userId: string,
  { password, passwordHash }: TemporaryPassword,
  expiresAt: Date,
): Promise<unknown> =>
  tx
    .insertInto('temporary_passwords')
    .values(toRow({ userId, passwordHash, beginning: password.slice(0, prefixLength), expiresAt: expiresAt.toISOString() }))
    .execute();

/** Rule 11: as many are valid at a time. More than can be mailed while the limits are on, so nobody makes another person's useless. */
const mostMailed = 6;

/** The newest stay. */
export async function dropOldestMailed(tx: Tx, userId: string, now: Date): Promise<void> {
  const mailed = await mailedPasswords(tx, userId, now).orderBy('expires_at', 'desc').execute();
  for (const { passwordHash } of mailed.slice(mostMailed)) {
    await tx.deleteFrom('temporary_passwords').where('user_id', '=', userId).where('password_hash', '=', passwordHash).execute();
  }
}

export const countMailedPasswords = async (tx: Tx, userId: string, now: Date): Promise<number> =>
  (await mailedPasswords(tx, userId, now).execute()).length;

const mailedPasswords = (tx: Tx, userId: string, now: Date) =>
  tx
    .selectFrom('temporary_passwords')
    .select('password_hash as passwordHash')
    .where('user_id', '=', userId)
    .where(expiresWithin(validMs, now));

/** Wrong attempts are not counted: 100 random bits need no limit, and a stranger could use it up. */
export async function findTemporaryPassword(db: Db, userId: string, password: string, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('temporary_passwords')
    .select('password_hash as passwordHash')
    .where('user_id', '=', userId)
    .where('beginning', 'in', [password.slice(0, prefixLength), ''])
    // Operators' passwords are valid for a day, mailed ones for an hour.
    .where(expiresWithin(dayMs, now))
    .orderBy('beginning', 'desc')
    .executeTakeFirst();
  return row?.passwordHash;
}

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
