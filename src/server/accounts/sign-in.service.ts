import type { CurrentUser } from '#contract/accounts.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/db/connect.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { addressKey } from '#server/concurrency/address-key.ts';
import type { Visit } from '#server/http/guards.ts';
import { Problem } from '#server/problem.ts';
import { beginSession, endSession, endSessions, hashToken } from '#server/http/sessions.ts';
import { type Account, findAccount, lockAccount, readCurrentUser, setPasswordHash, usernameKey } from './accounts.queries.ts';
import { becomeFirstAdmin } from './setup.service.ts';
import { purgeLaterEmailChanges } from './email-changes.queries.ts';
import { findTemporaryPassword, looksTemporary, useTemporaryPassword } from './temporary-passwords.queries.ts';

/** A session has begun: the token is for the browser's cookie alone. */
export interface SignIn {
  readonly token: string;
  readonly user: CurrentUser;
}

interface Attempt {
  readonly username: string;
  readonly password: string;
  readonly setupToken?: string | undefined;
}

// Rule 30. Success takes back what was counted: a whole village may share an address.
const failuresOfAddress = { hits: 10, seconds: 60 };
/** Wrong passwords for one name make the next answer slower and never lock anyone out; after this many it gets no slower. */
const failuresOfName = { hits: 8, seconds: 3600 };
/** Each costs a password hash and a session; nobody signs in this often by hand. */
const successesOfName = { hits: 60, seconds: 60 };

const tooManyFailures = 'Too many failed attempts to sign in. Wait a minute and try again.';
const tooManySuccesses = 'This account signed in too often. Wait a minute and try again.';

/**
 * Signs in with the password or an unexpired temporary one (rule 11). Nothing in the answer, nor the time it takes, tells
 * whether the name or the password was wrong: unknown names are counted, slowed down and hashed for like known ones.
 */
export async function signIn(deps: Deps, attempt: Attempt, { ip, cookie, log }: Visit): Promise<SignIn> {
  const { limits, wait } = deps;
  // Hashed: people type a password into the wrong field.
  const nameHash = hashToken(usernameKey(attempt.username));
  const nameFailures = `sign-in:${nameHash}`;
  const nameSuccesses = `signed-in:${nameHash}`;

  const opened = await limits.attempt(`sign-in:${addressKey(ip)}`, failuresOfAddress, tooManyFailures, () =>
    limits.attempt(nameFailures, failuresOfName, undefined, async (failures) => {
      await limits.check(nameSuccesses, successesOfName, tooManySuccesses);
      await wait(delayMs(failures));
      const proof = await provePassword(deps, attempt);
      // Strangers cannot use this limit up: only who knows the password comes here.
      if (proof) await limits.hit(nameSuccesses, successesOfName, tooManySuccesses);
      const entered = proof && (await enter(deps, proof, attempt.setupToken, cookie.token));
      if (!entered) {
        log.warn({ security: 'sign-in failed', ip });
        throw new Problem('session.invalid_credentials');
      }
      if (proof.isTemporary) await limits.forget(passwordChangesKey(entered.user.id));
      log.info({
        security: proof.isTemporary ? 'signed in with a temporary password' : 'signed in',
        userId: entered.user.id,
        ip,
      });
      return entered;
    }),
  );
  await limits.forget(nameFailures);
  return opened;
}

/**
 * Where changes of a password are counted. Who signs in with a temporary password begins afresh: a thief who knew the old one must
 * not keep the owner from choosing a new one.
 */
export const passwordChangesKey = (userId: string): string => `password-change:${userId}`;

/** A fresh session at every sign-in; the one the browser had ends, so that nobody can plant one (ASVS 7.2.4). */
export async function openSession(
  tx: Tx,
  userId: string,
  formerToken: string | undefined,
  now: Date,
  hasTemporaryPassword = false,
): Promise<SignIn> {
  if (formerToken) await endSession(tx, formerToken);
  const token = await beginSession(tx, userId, now, hasTemporaryPassword);
  return { token, user: await readCurrentUser(tx, userId, hashToken(token)) };
}

/** 0.2 s after the first failure, doubling up to 25 s. */
const delayMs = (failures: number): number => (failures === 0 ? 0 : Math.min(25_000, 100 * 2 ** failures));

/** What somebody proved to know: the hash that their password matched. */
interface Proof {
  readonly userId: string;
  readonly passwordHash: string;
  readonly isTemporary: boolean;
}

async function provePassword({ db, passwords, now }: Deps, { username, password }: Attempt): Promise<Proof | undefined> {
  const found = await findAccount(db, username);
  const isRight = await passwords.isRight(password, found?.passwordHash);
  if (found && isRight) return { userId: found.userId, passwordHash: found.passwordHash, isTemporary: false };

  // Copied out of a mail it often comes with a space.
  const temporary = password.trim();
  if (!looksTemporary(temporary)) return undefined;
  const temporaryHash =
    found && ((await findTemporaryPassword(db, found.userId, temporary, now())) ?? (await newHash(db, username, found)));
  const isTemporary = await passwords.isRight(temporary, temporaryHash);
  return found && temporaryHash && isTemporary ? { userId: found.userId, passwordHash: temporaryHash, isTemporary } : undefined;
}

/** Another device may have used the temporary password a moment ago: then it is the password by now, and still right. */
async function newHash(db: Db, username: string, before: Account): Promise<string | undefined> {
  const account = await findAccount(db, username);
  return account?.passwordHash === before.passwordHash ? undefined : account?.passwordHash;
}

/** Hashing took a while: what was proved must still count when the session begins, or a changed password would let in once more. */
function enter(
  { db, now }: Deps,
  { userId, passwordHash, isTemporary }: Proof,
  setupToken: string | undefined,
  formerToken: string | undefined,
): Promise<SignIn | undefined> {
  return inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account) return undefined;
    const replacesPassword = isTemporary && (await useTemporaryPassword(tx, userId, passwordHash));
    if (replacesPassword) {
      await setPasswordHash(tx, userId, passwordHash);
      await purgeLaterEmailChanges(tx, userId);
      await endSessions(tx, userId);
    } else if (account.passwordHash !== passwordHash) {
      return undefined;
    }
    if (setupToken !== undefined) await becomeFirstAdmin(tx, userId, setupToken, now());
    return openSession(tx, userId, formerToken, now(), isTemporary);
  });
}
