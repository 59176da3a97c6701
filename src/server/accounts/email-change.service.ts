import { randomBytes } from 'node:crypto';
import { publicAddress } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import type { Visit } from '#server/http/guards.ts';
import { addressKey } from '#server/http/limits.ts';
import { Problem } from '#server/http/problem.ts';
import { endSessions, hashToken } from '#server/http/sessions.ts';
import { queueMail } from '#server/mail/outbox.queries.ts';
import { accountReturnedMail, addressChangedMail, newAddressMail } from './accounts.mail.ts';
import { findAccountOf, lockAccount, setEmail, setPasswordHash, type Account } from './accounts.queries.ts';
import { findEmailChange, forgetEmailChangesFrom, rememberEmailChange, revertHours } from './email-changes.queries.ts';
import { prepareTemporaryPassword } from './password-reset.service.ts';
import { makeTemporaryPassword } from './temporary-passwords.queries.ts';

/** Password resets go to the new address from now on: the old one gets a link that puts it back. */
export async function tellOfNewEmail(tx: Tx, { config, now }: Deps, account: Account, newEmail: string): Promise<void> {
  const at = now();
  const token = randomBytes(32).toString('base64url');
  await rememberEmailChange(tx, { userId: account.userId, oldEmail: account.email, tokenHash: hashToken(token) }, at);
  const revertUrl = `${publicAddress(config)}/revert-email?token=${token}`;
  const revertUntil = new Date(at.getTime() + revertHours * 3_600_000);
  await queueMail(tx, addressChangedMail(account, { newEmail, revertUrl, revertUntil }), at);
  await queueMail(tx, newAddressMail({ ...account, email: newEmail }), at);
}

const wrongLinks = { hits: 20, seconds: 3600 };
const tooMany = 'Too many links were tried. Wait a while and try again.';

/**
 * The owner of the old address did not change it: somebody else has the account and may know its password. The address is put back,
 * every session ends, and the old password gives way to a temporary one that only the old address gets.
 */
export async function revertEmail(deps: Deps, token: string, { ip, log }: Visit): Promise<void> {
  const { db, limits, passwords, now } = deps;
  const key = `revert:${addressKey(ip)}`;
  await limits.check(key, wrongLinks, tooMany);
  const tokenHash = hashToken(token);
  const found = await findEmailChange(db, tokenHash, now());
  const account = found && (await findAccountOf(db, found.userId));
  if (!account) {
    await limits.hit(key, wrongLinks, tooMany);
    throw new Problem('accounts.revert_link_used');
  }
  const unknownHash = await passwords.hash(makeTemporaryPassword());
  const give = await prepareTemporaryPassword(deps, accountReturnedMail);
  await inFarmTransaction(db, vouchedFarmId(account.farmId), async (tx) => {
    const current = await lockAccount(tx, account.userId);
    // Used or deleted while the passwords were made.
    const change = current && (await findEmailChange(tx, tokenHash, now()));
    if (!change) throw new Problem('accounts.revert_link_used');
    await forgetEmailChangesFrom(tx, change);
    await setEmail(tx, current.userId, change.oldEmail);
    await setPasswordHash(tx, current.userId, unknownHash);
    await endSessions(tx, current.userId);
    await give(tx, { ...current, email: change.oldEmail });
  });
  log.warn({ security: 'e-mail change taken back', userId: account.userId, ip });
  deps.wakeMail();
}
