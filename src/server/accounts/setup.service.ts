import { randomBytes } from 'node:crypto';
import type { Db } from '#server/db/engines/connect.ts';
import { isAny } from '#server/db/rows.ts';
import type { Deps } from '#server/deps.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { addressKey } from '#server/concurrency/address-key.ts';
import { Problem } from '#server/problem.ts';
import { dayMs, timeAfter } from '#server/time-after.ts';
import { hashToken } from '#server/http/sessions.ts';
import { hasAdmin, makeAdmin } from './accounts.queries.ts';

const linkDays = 7;

export function offerSetup(db: Db, now: Date): Promise<string | undefined> {
  return inTransaction(db, async (tx) => {
    if (await hasAdmin(tx)) return undefined;
    const token = randomBytes(24).toString('base64url');
    await tx.deleteFrom('setup_links').execute();
    await tx
      .insertInto('setup_links')
      .values({ token_hash: hashToken(token), created_at: now.toISOString() })
      .execute();
    return token;
  });
}

const checks = { hits: 60, seconds: 3600 };

export async function isSetupLinkOpen({ db, limits, now }: Deps, token: string, ip: string): Promise<boolean> {
  await limits.hit(`setup:${addressKey(ip)}`, checks, 'This setup link was opened too often. Wait a while and try again.');
  if (await hasAdmin(db)) return false;
  const links = db.selectFrom('setup_links').select('token_hash').where('token_hash', '=', hashToken(token));
  return isAny(links.where('created_at', '>', oldestLink(now())));
}

export async function becomeFirstAdmin(tx: Tx, userId: string, token: string, now: Date): Promise<void> {
  const links = await tx.deleteFrom('setup_links').returning(['token_hash', 'created_at']).execute();
  const isGood = links.some((link) => link.token_hash === hashToken(token) && link.created_at > oldestLink(now));
  if (await hasAdmin(tx)) {
    throw new Problem('accounts.setup_link_used', {
      message: 'There is already an administrator, so this setup link no longer works.',
    });
  }
  if (!isGood) throw new Problem('accounts.setup_link_used');
  await makeAdmin(tx, userId);
}

const oldestLink = (now: Date): string => timeAfter(now, -linkDays * dayMs);
