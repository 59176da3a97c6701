import type { CurrentUser } from '#contract/accounts.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { addressKey } from '#server/concurrency/address-key.ts';
import type { Visit } from '#server/http/guards.ts';
import { Problem } from '#server/problem.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { endGrants } from '#server/db/grants.ts';
import { findLastFarm } from '#server/db/memberships.ts';
import { beginSession, endSession, hashToken, type SessionMarks } from '#server/http/sessions.ts';
import {
  type Account,
  addFarm,
  findAccount,
  lockAccount,
  readCurrentUser,
  setPasswordHash,
  usernameKey,
} from './accounts.queries.ts';
import { becomeFirstAdmin } from './setup.service.ts';
import { purgeLaterEmailChanges } from './email-changes.queries.ts';
import { findTemporaryPassword, looksTemporary, useTemporaryPassword } from './temporary-passwords.queries.ts';

export interface SignIn {
  readonly token: string;
  readonly user: CurrentUser;
}

interface Attempt {
  readonly username: string;
  readonly password: string;
  readonly setupToken?: string | undefined;
}

// Rule 30. Successes do not count, because many people may share an address.
const failuresPerAddress = { hits: 10, seconds: 60 };
/** Wrong passwords delay the next answer for that name, up to this number, and never lock the account. */
const failuresPerName = { hits: 8, seconds: 3600 };
/** Each sign-in costs a password hash and a session; no person signs in this often. */
const successesPerName = { hits: 60, seconds: 60 };

const tooManyFailures = 'Too many failed attempts to sign in. Wait a minute and try again.';
const tooManySuccesses = 'This account signed in too often. Wait a minute and try again.';

/**
 * Neither the answer nor its time reveals whether name or password was wrong: unknown names are counted, delayed and hashed for
 * like known ones.
 */
export async function signIn(deps: Deps, attempt: Attempt, { ip, cookie, log }: Visit): Promise<SignIn> {
  const { limits, wait } = deps;
  // Hashed, because people type passwords into the wrong field.
  const nameHash = hashToken(usernameKey(attempt.username));
  const nameFailures = `sign-in:${nameHash}`;
  const nameSuccesses = `signed-in:${nameHash}`;

  const opened = await limits.attempt(`sign-in:${addressKey(ip)}`, failuresPerAddress, tooManyFailures, () =>
    limits.attempt(nameFailures, failuresPerName, undefined, async (failures) => {
      await limits.check(nameSuccesses, successesPerName, tooManySuccesses);
      await wait(delayMs(failures));
      const proof = await provePassword(deps, attempt);
      // Counted only after the right password, so that strangers cannot use up this limit.
      if (proof) await limits.hit(nameSuccesses, successesPerName, tooManySuccesses);
      const signedIn = proof && (await startSession(deps, proof, attempt.setupToken, cookie.token));
      if (!signedIn) {
        log.warn({ security: 'sign-in failed', ip });
        throw new Problem('session.invalid_credentials');
      }
      if (proof.isTemporary) await limits.reset(passwordChangesKey(signedIn.user.id));
      log.info({
        security: proof.isTemporary ? 'signed in with a temporary password' : 'signed in',
        userId: signedIn.user.id,
        ip,
      });
      return signedIn;
    }),
  );
  await limits.reset(nameFailures);
  return opened;
}

/**
 * Signing in with a temporary password resets this count, so that an attacker who knew the old password cannot keep the owner from choosing
 * a new one.
 */
export const passwordChangesKey = (userId: string): string => `password-change:${userId}`;

/** Prevents session fixation (ASVS 7.2.4). */
export async function openSession(
  tx: Tx,
  person: { readonly userId: string; readonly farmId: FarmId },
  formerToken: string | undefined,
  now: Date,
  marks: SessionMarks = {},
): Promise<SignIn> {
  if (formerToken) await endSession(tx, formerToken);
  const token = await beginSession(tx, person, now, marks);
  return { token, user: await readCurrentUser(tx, { userId: person.userId, sessionHash: hashToken(token) }, now) };
}

const delayMs = (failures: number): number => (failures === 0 ? 0 : Math.min(25_000, 100 * 2 ** failures));

interface Proof {
  readonly userId: string;
  readonly passwordHash: string;
  readonly isTemporary: boolean;
  /** It became the password when it was used, and the reminder to change it stays until that is done (rule 11). */
  readonly isMailed: boolean;
}

async function provePassword({ db, passwords, now }: Deps, { username, password }: Attempt): Promise<Proof | undefined> {
  const found = await findAccount(db, username);
  const isRight = await passwords.isRight(password, found?.passwordHash);
  if (found && isRight)
    return { userId: found.userId, passwordHash: found.passwordHash, isTemporary: false, isMailed: looksTemporary(password) };

  // Text copied from a mail often ends in a space.
  const temporary = password.trim();
  if (!looksTemporary(temporary)) return undefined;
  const temporaryHash =
    found && ((await findTemporaryPassword(db, found.userId, temporary, now())) ?? (await findReplacedHash(db, username, found)));
  const isTemporary = await passwords.isRight(temporary, temporaryHash);
  return found && temporaryHash && isTemporary
    ? { userId: found.userId, passwordHash: temporaryHash, isTemporary, isMailed: true }
    : undefined;
}

/** A concurrent sign-in may have made the temporary password the password already; it is still right. */
async function findReplacedHash(db: Db, username: string, before: Account): Promise<string | undefined> {
  const account = await findAccount(db, username);
  return account?.passwordHash === before.passwordHash ? undefined : account?.passwordHash;
}

/** Hashing takes long: the hash must still be the stored one when the session begins, or a replaced password would work once more. */
function startSession(
  { db, now }: Deps,
  { userId, passwordHash, isTemporary, isMailed }: Proof,
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
      await endGrants(tx, { userId, now: now() });
    } else if (account.passwordHash !== passwordHash) {
      return undefined;
    }
    if (setupToken !== undefined) await becomeFirstAdmin(tx, userId, setupToken, now());
    // A person whose memberships have all ended gets a farm of their own, as after registration.
    const farmId = (await findLastFarm(tx, userId, now())) ?? (await addFarm(tx, userId, now()));
    return openSession(tx, { userId, farmId }, formerToken, now(), { hasTemporaryPassword: isMailed });
  });
}
