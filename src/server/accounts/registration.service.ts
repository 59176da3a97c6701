import type { Deps } from '#server/app.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { addressKey } from '#server/http/limits.ts';
import { addAccount } from './accounts.queries.ts';
import { openSession, type Origin, type SignIn } from './sign-in.service.ts';

const registrations = { hits: 100, seconds: 3600 };

/** An account with a farm of its own, signed in (ruling 9). */
export async function register(
  { db, limits, passwords, now }: Deps,
  { username, email, password }: { username: string; email: string; password: string },
  { ip, formerToken }: Origin,
): Promise<SignIn> {
  await limits.hit(
    `register:${addressKey(ip)}`,
    registrations,
    'Too many accounts were created from this network. Please try again later.',
  );
  const passwordHash = await passwords.hash(password);
  return inTransaction(db, async (tx) => {
    const userId = await addAccount(tx, { username, email, passwordHash }, now());
    return openSession(tx, userId, formerToken, now());
  });
}
