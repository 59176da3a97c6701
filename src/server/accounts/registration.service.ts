import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Visit } from '#server/http/guards.ts';
import { addressKey } from '#server/http/limits.ts';
import { addAccount } from './accounts.queries.ts';
import { becomeFirstAdmin } from './setup.service.ts';
import { openSession, type SignIn } from './sign-in.service.ts';

interface Registration {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly setupToken?: string | undefined;
}

const registrations = { hits: 100, seconds: 3600 };

/** An account with a farm of its own, signed in (ruling 9). */
export async function register(
  { db, limits, passwords, now }: Deps,
  { username, email, password, setupToken }: Registration,
  { ip, cookie, log }: Visit,
): Promise<SignIn> {
  await limits.hit(
    `register:${addressKey(ip)}`,
    registrations,
    'Too many accounts were created from this network. Please try again later.',
  );
  const passwordHash = await passwords.hash(password);
  const opened = await inTransaction(db, async (tx) => {
    const userId = await addAccount(tx, { username, email, passwordHash }, now());
    if (setupToken !== undefined) await becomeFirstAdmin(tx, userId, setupToken, now());
    return openSession(tx, userId, cookie.token, now());
  });
  log.info({ security: 'registered', userId: opened.user.id, ip });
  return opened;
}
