import { isSameAddress } from '#domain/values/email.ts';
import { publicAddress } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { lockFarmsOf, relistFarmsOf } from '#server/db/memberships.ts';
import { endGrants } from '#server/db/grants.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import type { Visit } from '#server/http/guards.ts';
import { Problem } from '#server/problem.ts';
import { hashToken, newToken } from '#server/http/sessions.ts';
import { lockMailboxes, mailTo } from '#server/mail/mailing.ts';
import { dayMs } from '#server/time-after.ts';
import { attemptLink } from './attempt-link.ts';
import { accountReturnedMail, addressChangedMail } from './accounts.mail.ts';
import { findAccountOf, lockAccount, setAddress, setPasswordHash, type Account } from './accounts.queries.ts';
import {
  addEmailChange,
  findEmailChange,
  findRevertibleChange,
  listEmailChanges,
  purgeEmailChangesFrom,
  revertHours,
  type EmailChange,
} from './email-changes.queries.ts';
import { mailConfirmation } from './email-confirmation.service.ts';
import { prepareTemporaryPassword } from './password-reset.service.ts';
import { dropTemporaryPasswords, makeTemporaryPassword } from './temporary-passwords.queries.ts';

interface NewAddress {
  readonly email: string;
  readonly sessionHash: string;
  readonly sessionStart: Date | undefined;
}

async function setSellersAddress(tx: Tx, userId: string, address: Parameters<typeof setAddress>[2]): Promise<void> {
  await setAddress(tx, userId, address);
  await relistFarmsOf(tx, userId);
}

/** Requires the locks of the person's farms. */
export async function changeEmail(tx: Tx, deps: Deps, account: Account, to: NewAddress): Promise<void> {
  const { userId, emailConfirmedAt, emailTypedIn } = account;
  const { email, sessionHash } = to;
  if (isSameAddress(email, account.email)) return setSellersAddress(tx, userId, { email, emailConfirmedAt, emailTypedIn });

  const revertible = await findRevertibleChange(tx, userId, email, deps.now());
  if (revertible) return restoreAddress(tx, revertible, { now: deps.now(), email, exceptSession: sessionHash });

  await lockMailboxes(tx, account, { email, emailConfirmedAt: null });
  if (!isCorrection(account, to, deps.now())) await mailRevertLink(tx, deps, account);
  await setSellersAddress(tx, userId, { email, emailConfirmedAt: null, emailTypedIn: sessionHash });
  await dropTemporaryPasswords(tx, userId);
  await mailConfirmation(tx, deps, { userId, email });
}

const correctionMs = dayMs;

/** An address entered in this session and never confirmed was most likely mistyped: a link to it would hand the account to a stranger. */
const isCorrection = (
  { emailConfirmedAt, emailTypedIn }: Account,
  { sessionHash, sessionStart }: NewAddress,
  now: Date,
): boolean =>
  emailConfirmedAt === null &&
  emailTypedIn === sessionHash &&
  sessionStart !== undefined &&
  now.getTime() - sessionStart.getTime() < correctionMs;

/**
 * Mails the old address a link that reverts the change. If that mail cannot be sent, the address is not changed, unless an older address
 * has such a link: otherwise an attacker could use up the mail limit of their own address and keep the owner from changing it.
 */
async function mailRevertLink(tx: Tx, { config, now }: Deps, account: Account): Promise<void> {
  const at = now();
  const token = newToken();
  const mail = addressChangedMail({
    revertUrl: `${publicAddress(config)}/revert-email?token=${token}`,
    hours: revertHours,
  });
  const retryAfter = await mailTo(tx, account, 'link', mail, at);
  if (retryAfter === undefined) return addEmailChange(tx, account, hashToken(token), at);
  if ((await listEmailChanges(tx, account.userId, at)).length > 0) return;
  throw new Problem('request.too_many', {
    message: 'We have to tell your present address about the new one, and it got too many emails today. Try again tomorrow.',
    retryAfter,
  });
}

async function restoreAddress(
  tx: Tx,
  change: EmailChange,
  { now, email = change.oldEmail, exceptSession }: { now: Date; email?: string; exceptSession?: string },
): Promise<void> {
  const { userId, oldConfirmedAt } = change;
  await purgeEmailChangesFrom(tx, change);
  // Does not count as entered in this session; otherwise an attacker could revert and then replace it as if it were mistyped.
  await setSellersAddress(tx, userId, { email, emailConfirmedAt: oldConfirmedAt, emailTypedIn: null });
  await dropTemporaryPasswords(tx, userId);
  await endGrants(tx, { userId, now, exceptSession });
}

/** Another person may know the password, so every session ends and a temporary password goes to the old address only. */
export async function revertEmail(deps: Deps, token: string, { ip, log }: Visit): Promise<void> {
  const { db, limits, passwords, now } = deps;
  const tokenHash = hashToken(token);
  const account = await attemptLink(limits, 'revert', ip, async () => {
    const found = await findEmailChange(db, tokenHash, now());
    const changed = found && (await findAccountOf(db, found.userId));
    if (!changed) throw new Problem('accounts.revert_link_used');
    return changed;
  });
  const unknownHash = await passwords.hash(makeTemporaryPassword());
  const issue = await prepareTemporaryPassword(deps, { kind: 'return', renderMail: accountReturnedMail });
  await inTransaction(db, async (tx) => {
    await lockFarmsOf(tx, account.userId);
    const current = await lockAccount(tx, account.userId);
    const change = current && (await findEmailChange(tx, tokenHash, now()));
    if (!change) throw new Problem('accounts.revert_link_used');
    // Using the link proves access to the mailbox.
    const at = now();
    await restoreAddress(tx, { ...change, oldConfirmedAt: change.oldConfirmedAt ?? at.toISOString() }, { now: at });
    await setPasswordHash(tx, current.userId, unknownHash);
    await issue(tx, { ...current, email: change.oldEmail });
  });
  log.warn({ security: 'email change taken back', userId: account.userId, ip });
  deps.wakeMail();
}
