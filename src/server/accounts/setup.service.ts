import { randomBytes } from 'node:crypto';
import type { Db } from '#server/db/connect.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/http/problem.ts';
import { hashToken } from '#server/http/sessions.ts';
import { hasAdmin, makeAdmin } from './accounts.queries.ts';

/** How long the link that a start prints can be used. */
const linkDays = 7;

/** The token of a new setup link, as long as there is no administrator (ruling 19). The one of an earlier start is of no use any more. */
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

/** Works once: whoever comes first takes every link there is, so that a second one finds none. */
export async function becomeFirstAdmin(tx: Tx, userId: string, token: string, now: Date): Promise<void> {
  const links = await tx.deleteFrom('setup_links').returning(['token_hash', 'created_at']).execute();
  const isGood = links.some((link) => link.token_hash === hashToken(token) && link.created_at > oldest(now));
  if (!isGood || (await hasAdmin(tx))) throw new Problem('accounts.setup_link_used');
  await makeAdmin(tx, userId);
}

const oldest = (now: Date): string => new Date(now.getTime() - linkDays * 86_400_000).toISOString();
