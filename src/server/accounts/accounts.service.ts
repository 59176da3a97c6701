import type { ProfileChange } from '#contract/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { inFarmTransaction, inTransaction } from '#server/db/transaction.ts';
import { isOwnPicture } from '#server/files/files.queries.ts';
import type { InFarm, SignedIn } from '#server/http/guards.ts';
import { Problem } from '#server/http/problem.ts';
import { sentFields } from '#server/http/sent-fields.ts';
import { endSessions, readSessionStart } from '#server/http/sessions.ts';
import { queueMail } from '#server/mail/outbox.queries.ts';
import { passwordChangedMail } from './accounts.mail.ts';
import { profileVersion, readAccount, readProfile, replacePasswordHash, updateProfile } from './accounts.queries.ts';
import { tellOfNewEmail } from './email-change.service.ts';
import { openSession, type SignIn } from './sign-in.service.ts';
import { dropTemporaryPassword } from './temporary-passwords.queries.ts';

/**
 * Only the fields sent change. What is already as sent changes nothing, so a retry never meets its own version. Whoever had the old
 * e-mail address hears of a new one: password resets go there from now on.
 */
export async function changeProfile(deps: Deps, person: InFarm, { version, ...change }: ProfileChange): Promise<void> {
  const { db, wakeMail } = deps;
  const { viewer, farmId } = person;
  const mayChangeEmail = await provesSelfForEmail(deps, person, change);
  await inFarmTransaction(db, farmId, async (tx) => {
    if (change.logoUrl && !(await isOwnPicture(tx, farmId, change.logoUrl))) {
      throw Problem.field('logoUrl', 'Choose a picture that was uploaded here.');
    }
    const account = await readAccount(tx, viewer.userId);
    const before = await readProfile(tx, viewer.userId);
    const after = profileVersion({ ...before, ...sentFields(change) });
    const stored = profileVersion(before);
    if (after === stored) return;
    if (version !== undefined && version !== stored) throw new Problem('record.stale');
    await updateProfile(tx, farmId, viewer.userId, change);
    if (change.email === undefined || change.email === account.email) return;
    if (!mayChangeEmail) throw new Problem('accounts.password_needed');
    await tellOfNewEmail(tx, deps, account, change.email);
  });
  wakeMail();
}

/** For so long after signing in it counts as said a moment ago who one is. */
const freshMs = 15 * 60_000;

const newEmails = { hits: 10, seconds: 3600 };

/** Whoever finds a device that is signed in must not be able to lead the password resets to themself (ASVS 7.5.1). */
async function provesSelfForEmail(deps: Deps, person: SignedIn, { email, currentPassword }: ProfileChange): Promise<boolean> {
  const { userId, sessionHash } = person.viewer;
  if (email === undefined || email === (await readAccount(deps.db, userId)).email) return false;
  const beganAt = await readSessionStart(deps.db, sessionHash);
  const isFresh = beganAt !== undefined && deps.now().getTime() - beganAt.getTime() < freshMs;
  if (!isFresh && currentPassword === undefined) throw new Problem('accounts.password_needed');
  if (!isFresh && currentPassword !== undefined) await checkPassword(deps, person, currentPassword);
  // Each one is a mail to an address that somebody typed.
  await deps.limits.hit(`email:${userId}`, newEmails, 'The e-mail address was changed too often. Try again in an hour.');
  return true;
}

const wrongPasswords = { hits: 10, seconds: 60 };

/** The hash that the password matched. */
async function checkPassword(
  { db, limits, passwords }: Deps,
  { viewer: { userId }, ip, log }: SignedIn,
  password: string,
): Promise<string> {
  const key = `password:${userId}`;
  await limits.check(key, wrongPasswords, 'Too many wrong passwords. Wait a minute and try again.');
  const { passwordHash } = await readAccount(db, userId);
  if (await passwords.isRight(password, passwordHash)) return passwordHash;
  await limits.allows(key, wrongPasswords);
  log.warn({ security: 'wrong current password', userId, ip });
  throw new Problem('accounts.wrong_password');
}

/** Every session of the person ends; this browser gets a new one, so that a copied token dies with the old password. */
export async function changePassword(
  deps: Deps,
  person: SignedIn,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<SignIn> {
  const { db, passwords, now } = deps;
  const { userId } = person.viewer;
  const passwordHash = await checkPassword(deps, person, currentPassword);
  const newHash = await passwords.hash(newPassword);
  const opened = await inTransaction(db, async (tx) => {
    const account = await replacePasswordHash(tx, userId, { from: passwordHash, to: newHash });
    // Changed by someone else while this one was hashed.
    if (!account) throw new Problem('accounts.wrong_password');
    await dropTemporaryPassword(tx, userId);
    await endSessions(tx, userId);
    await queueMail(tx, passwordChangedMail(account), now());
    return openSession(tx, userId, undefined, now());
  });
  person.log.info({ security: 'password changed', userId, ip: person.ip });
  deps.wakeMail();
  return opened;
}
