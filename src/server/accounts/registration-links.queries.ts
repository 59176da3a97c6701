import type { RegistrationLink } from '#contract/registration-links.ts';
import { emailKey } from '#domain/values/email.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { toRow } from '#server/db/record-columns.ts';
import { countRows, isAny } from '#server/db/rows.ts';
import type { Tx } from '#server/db/transaction.ts';
import { expiresWithin } from '#server/db/expires-within.ts';
import { dayMs } from '#server/time-after.ts';

export const linkMs = 14 * dayMs;

const links = (db: Db, now: Date) => db.selectFrom('registration_links').where(expiresWithin(linkMs, now));

export const listLinks = (db: Db, now: Date): Promise<RegistrationLink[]> =>
  links(db, now)
    .select(['id', 'email', 'created_at as createdAt', 'expires_at as expiresAt'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1000)
    .execute();

export const isLinkOpen = (db: Db, tokenHash: string, now: Date): Promise<boolean> =>
  isAny(links(db, now).select('id').where('token_hash', '=', tokenHash));

export const countLinksSince = (tx: Tx, since: string): Promise<number> =>
  countRows(tx.selectFrom('registration_links').where('created_at', '>', since));

export async function listRegistered(tx: Tx, emailKeys: readonly string[]): Promise<ReadonlySet<string>> {
  if (emailKeys.length === 0) return new Set();
  const found = await tx
    .selectFrom('users')
    .select((eb) => eb.fn<string>('lower', ['email']).as('key'))
    .where((eb) => eb(eb.fn<string>('lower', ['email']), 'in', emailKeys))
    .execute();
  return new Set(found.map(({ key }) => key));
}

interface NewLink {
  readonly id: string;
  readonly tokenHash: string;
  readonly email: string;
  readonly expiresAt: string;
}

/** Replaces an earlier link to the same address. */
export async function insertLink(tx: Tx, { id, tokenHash, email, expiresAt }: NewLink, now: Date): Promise<void> {
  await tx.deleteFrom('registration_links').where('email_key', '=', emailKey(email)).execute();
  await tx
    .insertInto('registration_links')
    .values(toRow({ id, tokenHash, email, emailKey: emailKey(email), createdAt: now.toISOString(), expiresAt }))
    .execute();
}

export const deleteLink = (tx: Tx, id: string) =>
  tx.deleteFrom('registration_links').where('id', '=', id).returning('email').executeTakeFirst();

/** If two requests use a link concurrently, only one finds it. */
export const takeLink = (tx: Tx, tokenHash: string, now: Date) =>
  tx
    .deleteFrom('registration_links')
    .where('token_hash', '=', tokenHash)
    .where(expiresWithin(linkMs, now))
    .returning('email')
    .executeTakeFirst();
