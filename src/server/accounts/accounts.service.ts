import type { ProfileChange } from '#contract/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { inFarmTransaction, inTransaction } from '#server/db/transaction.ts';
import { isOwnPicture } from '#server/files/files.queries.ts';
import type { InFarm, SignedIn } from '#server/http/guards.ts';
import { Problem } from '#server/http/problem.ts';
import { sentFields } from '#server/http/sent-fields.ts';
import { endSessions } from '#server/http/sessions.ts';
import { queueMail } from '#server/mail/outbox.queries.ts';
import { addressChangedMail, passwordChangedMail } from './accounts.mail.ts';
import { lockAccount, profileVersion, readAccount, readProfile, setPasswordHash, updateProfile } from './accounts.queries.ts';
import { openSession, type SignIn } from './sign-in.service.ts';
import { dropTemporaryPassword } from './temporary-passwords.queries.ts';

/**
 * Only the fields sent change. What is already as sent changes nothing, so a retry never meets its own version. Whoever had the old e-mail address hears of a new one: password resets
 * go there from now on.
 */
export async function changeProfile(
  { db, now, wakeMail }: Deps,
  { viewer, farmId }: InFarm,
  { version, ...change }: ProfileChange,
): Promise<void> {
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
    if (change.email !== undefined && change.email !== account.email) {
      await queueMail(tx, addressChangedMail(account, change.email), now());
    }
  });
  wakeMail();
}

const wrongPasswords = { hits: 10, seconds: 60 };

/** Every session of the person ends; this browser gets a new one, so that a copied token dies with the old password. */
export async function changePassword(
  { db, limits, passwords, now, wakeMail }: Deps,
  { viewer: { userId }, ip, log }: SignedIn,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<SignIn> {
  const key = `password:${userId}`;
  await limits.check(key, wrongPasswords, 'Too many wrong passwords. Wait a minute and try again.');
  const { passwordHash } = await readAccount(db, userId);
  if (!(await passwords.isRight(currentPassword, passwordHash))) {
    await limits.allows(key, wrongPasswords);
    log.warn({ security: 'password change refused', userId, ip });
    throw new Problem('accounts.wrong_password');
  }
  const newHash = await passwords.hash(newPassword);
  const opened = await inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, userId);
    // Changed by someone else while this one was hashed.
    if (account?.passwordHash !== passwordHash) throw new Problem('accounts.wrong_password');
    await setPasswordHash(tx, userId, newHash);
    await dropTemporaryPassword(tx, userId);
    await endSessions(tx, userId);
    await queueMail(tx, passwordChangedMail(account), now());
    return openSession(tx, userId, undefined, now());
  });
  log.info({ security: 'password changed', userId, ip });
  wakeMail();
  return opened;
}
