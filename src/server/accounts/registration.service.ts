import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Visit } from '#server/http/guards.ts';
import { addressKey } from '#server/concurrency/address-key.ts';
import { hashToken } from '#server/http/sessions.ts';
import { addAccount, setAddress } from './accounts.queries.ts';
import { mailConfirmation } from './email-confirmation.service.ts';
import { becomeFirstAdmin } from './setup.service.ts';
import { openSession, type SignIn } from './sign-in.service.ts';

interface Registration {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly setupToken?: string | undefined;
}

const registrations = { hits: 100, seconds: 3600 };

export async function register(
  deps: Deps,
  { username, email, password, setupToken }: Registration,
  { ip, cookie, log }: Visit,
): Promise<SignIn> {
  const { db, limits, passwords, now } = deps;
  await limits.hit(
    `register:${addressKey(ip)}`,
    registrations,
    'Too many accounts were created from this network. Please try again later.',
  );
  const passwordHash = await passwords.hash(password);
  const opened = await inTransaction(db, async (tx) => {
    const person = await addAccount(tx, { username, email, passwordHash }, now());
    if (setupToken !== undefined) await becomeFirstAdmin(tx, person.userId, setupToken, now());
    const session = await openSession(tx, person, cookie.token, now());
    await setAddress(tx, person.userId, { email, emailConfirmedAt: null, emailTypedIn: hashToken(session.token) });
    await mailConfirmation(tx, deps, { userId: person.userId, email });
    return session;
  });
  deps.wakeMail();
  log.info({ security: 'registered', userId: opened.user.id, ip });
  return opened;
}
