import type { ProfileChange } from '#contract/accounts.ts';
import { changed, logChanges } from '#server/db/changes.ts';
import type { Deps } from '#server/deps.ts';
import { endGrants } from '#server/db/grants.ts';
import { lockFarmsOf } from '#server/db/memberships.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { isOwnPicture, mayUsePicture } from '#server/files/files.queries.ts';
import { ensureRight, type PersonInFarm, type SignedIn } from '#server/http/guards.ts';
import { addressKey } from '#server/concurrency/address-key.ts';
import { Problem } from '#server/problem.ts';
import { farmFields } from '#domain/records/by-kind.ts';
import { definedFields } from '#domain/values/defined-fields.ts';
import { readSessionStart } from '#server/http/sessions.ts';
import { mailTo } from '#server/mail/mailing.ts';
import { passwordChangedMail } from './accounts.mail.ts';
import {
  lockAccount,
  profileVersion,
  readAccount,
  readProfile,
  replacePasswordHash,
  updateProfile,
  type Profile,
} from './accounts.queries.ts';
import { changeEmail } from './email-change.service.ts';
import { findRevertibleChange, purgeLaterEmailChanges } from './email-changes.queries.ts';
import { openSession, passwordChangesKey, type SignIn } from './sign-in.service.ts';
import { dropTemporaryPasswords } from './temporary-passwords.queries.ts';

/** Writes only fields that differ, so that a retry does not conflict with its own version. */
export async function changeProfile(deps: Deps, person: PersonInFarm, { version, ...change }: ProfileChange): Promise<void> {
  const { db, wakeMail } = deps;
  const { viewer, farmId } = person;
  const { email, ...rest } = change;
  const sessionStart = await readSessionStart(db, viewer.sessionHash);
  const mayChangeEmail = await authorizeEmailChange(deps, person, change, sessionStart);
  await inTransaction(db, async (tx) => {
    // The email address is part of the listings of every farm that the person owns.
    await lockFarmsOf(tx, viewer.userId);
    for (const name of ['logoUrl', 'planPicture'] as const) {
      const url = change[name];
      const mayUse = name === 'logoUrl' ? mayUsePicture : isOwnPicture;
      if (url && !(await mayUse(tx, farmId, url))) throw Problem.field(name, 'Choose a picture that was uploaded here.');
    }
    const account = await lockAccount(tx, viewer.userId);
    if (!account) throw new Problem('session.required');
    const before = await readProfile(tx, farmId, viewer.userId);
    const after = profileVersion({ ...before, ...definedFields(change) });
    const stored = profileVersion(before);
    if (after === stored) return;
    if (version !== undefined && version !== stored) throw new Problem('record.stale');
    const farmChanges = changed('farm', farmId, farmOf(before), farmOf({ ...before, ...definedFields(change) }));
    if (farmChanges.length > 0) ensureRight(person, 'manage');
    await updateProfile(tx, farmId, viewer.userId, rest);
    await logChanges(tx, person, deps.now(), farmChanges);
    if (email === undefined || email === account.email) return;
    if (!mayChangeEmail) throw new Problem('accounts.password_needed');
    await changeEmail(tx, deps, account, { email, sessionHash: viewer.sessionHash, sessionStart });
  });
  wakeMail();
}

const farmOf = (profile: Profile) => Object.fromEntries(farmFields.map((name) => [name, profile[name]]));

const freshMs = 15 * 60_000;

// Each new address causes a mail to an address that may be anybody's.
const newEmails = { hits: 5, seconds: 3600 };
const newEmailsPerAddress = { hits: 20, seconds: 3600 };

/** Asks for the password some time after signing in, so that nobody at an unattended device can redirect password resets (ASVS 7.5.1). */
async function authorizeEmailChange(
  deps: Deps,
  person: SignedIn,
  { email, currentPassword }: ProfileChange,
  sessionStart: Date | undefined,
): Promise<boolean> {
  const { db, limits, now } = deps;
  const { userId } = person.viewer;
  if (email === undefined || email === (await readAccount(db, userId)).email) return false;
  const isFresh = sessionStart !== undefined && now().getTime() - sessionStart.getTime() < freshMs;
  if (!isFresh && currentPassword === undefined) throw new Problem('accounts.password_needed');
  if (!isFresh && currentPassword !== undefined) await checkPassword(deps, person, currentPassword);
  // Reverting to the earlier address is not limited: an attacker who used up the limit must not prevent the owner.
  if (await findRevertibleChange(db, userId, email, now())) return true;
  const tooMany = 'The email address was changed too often. Try again in an hour.';
  await limits.hit(`email:${addressKey(person.ip)}`, newEmailsPerAddress, tooMany);
  await limits.hit(`email:${userId}`, newEmails, tooMany);
  return true;
}

const wrongPasswords = { hits: 10, seconds: 60 };

export function checkPassword(
  { db, limits, passwords }: Deps,
  { viewer: { userId }, ip, log }: SignedIn,
  password: string,
): Promise<string> {
  const tooMany = 'Too many wrong passwords. Wait a minute and try again.';
  return limits.attempt(`password:${userId}`, wrongPasswords, tooMany, async () => {
    const { passwordHash } = await readAccount(db, userId);
    if (await passwords.isRight(password, passwordHash)) return passwordHash;
    log.warn({ security: 'wrong current password', userId, ip });
    throw new Problem('accounts.wrong_password');
  });
}

const passwordChanges = { hits: 5, seconds: 3600 };

/** This browser gets a new session, so that a copied token ends too. */
export async function changePassword(
  deps: Deps,
  person: SignedIn,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<SignIn> {
  const { db, limits, passwords, now } = deps;
  const { userId, farmId } = person.viewer;
  const passwordHash = await checkPassword(deps, person, currentPassword);
  if (newPassword === currentPassword) throw new Problem('accounts.same_password');
  await limits.hit(passwordChangesKey(userId), passwordChanges, 'The password was changed too often. Try again in an hour.');
  const newHash = await passwords.hash(newPassword);
  const opened = await inTransaction(db, async (tx) => {
    // Before the account is locked, in the order of the farms' transactions, which prevents deadlocks.
    await endGrants(tx, { userId, now: now() });
    const account = await replacePasswordHash(tx, userId, { from: passwordHash, to: newHash });
    // Another request changed the password while this one was hashing.
    if (!account) throw new Problem('accounts.wrong_password');
    await dropTemporaryPasswords(tx, userId);
    await purgeLaterEmailChanges(tx, userId);
    await mailTo(tx, account, 'notice', passwordChangedMail, now());
    return openSession(tx, { userId, farmId }, undefined, now());
  });
  person.log.info({ security: 'password changed', userId, ip: person.ip });
  deps.wakeMail();
  return opened;
}
