import { randomBytes } from 'node:crypto';
import { isSameAddress } from '#domain/email.ts';
import { publicAddress } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import type { Visit } from '#server/http/guards.ts';
import { addressKey } from '#server/concurrency/address-key.ts';
import { Problem } from '#server/problem.ts';
import { endSessions, hashToken } from '#server/http/sessions.ts';
import { lockMailboxes, mailTo } from '#server/mail/mailing.ts';
import { accountReturnedMail, addressChangedMail } from './accounts.mail.ts';
import { findAccountOf, lockAccount, setAddress, setPasswordHash, type Account } from './accounts.queries.ts';
import {
  addEmailChange,
  findEmailChange,
  findReturn,
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

/** With the farm locked. Password resets go to the new address from now on: what was mailed to the old one no longer lets in. */
export async function changeEmail(tx: Tx, deps: Deps, account: Account, to: NewAddress): Promise<void> {
  const { userId, emailConfirmedAt, emailTypedIn } = account;
  const { email, sessionHash } = to;
  if (isSameAddress(email, account.email)) return void (await setAddress(tx, userId, { email, emailConfirmedAt, emailTypedIn }));

  const returned = await findReturn(tx, userId, email, deps.now());
  if (returned) return putAddressBack(tx, returned, { email, exceptSession: sessionHash });

  await lockMailboxes(tx, account, { email, emailConfirmedAt: null });
  if (!isCorrection(account, to, deps.now())) await mailWayBack(tx, deps, account);
  await setAddress(tx, userId, { email, emailConfirmedAt: null, emailTypedIn: sessionHash });
  await dropTemporaryPasswords(tx, userId);
  // Where too many mails went to the new address today, the person asks for the link later.
  await mailConfirmation(tx, deps, { userId, email });
}

const correctionMs = 86_400_000;

/**
 * The address was typed in this session and never confirmed: it was mistyped, and whoever has that mailbox is a stranger. A link to
 * it would hand them the account.
 */
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
 * Tells the address that is left, with a link that takes the account back. Where that mail cannot go, the address stays, unless an
 * older one has such a link: else a thief could use up the mails of their own address and keep the owner from leaving it.
 */
async function mailWayBack(tx: Tx, { config, now }: Deps, account: Account): Promise<void> {
  const at = now();
  const token = randomBytes(32).toString('base64url');
  const letter = addressChangedMail({
    revertUrl: `${publicAddress(config)}/revert-email?token=${token}`,
    revertUntil: new Date(at.getTime() + revertHours * 3_600_000),
  });
  const retryAfter = await mailTo(tx, account, 'link', letter, at);
  if (retryAfter === undefined) return addEmailChange(tx, account, hashToken(token), at);
  if ((await listEmailChanges(tx, account.userId, at)).length > 0) return;
  throw new Problem('request.too_many', {
    message: 'Your present address has to be told of a new one, and too many mails went there today. Try again tomorrow.',
    retryAfter,
  });
}

/** The address is as it was before that change: nothing of the time since gives anything any more. */
async function putAddressBack(
  tx: Tx,
  change: EmailChange,
  { email = change.oldEmail, exceptSession }: { email?: string; exceptSession?: string } = {},
): Promise<void> {
  const { userId, oldConfirmedAt } = change;
  await purgeEmailChangesFrom(tx, change);
  // Not as typed in this session: a thief could put it back, and leave it again as if it had been mistyped.
  await setAddress(tx, userId, { email, emailConfirmedAt: oldConfirmedAt, emailTypedIn: null });
  await dropTemporaryPasswords(tx, userId);
  await endSessions(tx, userId, exceptSession);
}

const wrongLinks = { hits: 20, seconds: 3600 };
const tooMany = 'Too many links were tried. Wait a while and try again.';

/**
 * The owner of the old address did not change it: somebody else has the account and may know its password. The address is put back,
 * every session ends, and the old password gives way to a temporary one that only the old address gets.
 */
export async function revertEmail(deps: Deps, token: string, { ip, log }: Visit): Promise<void> {
  const { db, limits, passwords, now } = deps;
  const tokenHash = hashToken(token);
  const account = await limits.attempt(`revert:${addressKey(ip)}`, wrongLinks, tooMany, async () => {
    const found = await findEmailChange(db, tokenHash, now());
    const changed = found && (await findAccountOf(db, found.userId));
    if (!changed) throw new Problem('accounts.revert_link_used');
    return changed;
  });
  const unknownHash = await passwords.hash(makeTemporaryPassword());
  const give = await prepareTemporaryPassword(deps, { kind: 'return', letter: accountReturnedMail });
  await inFarmTransaction(db, vouchedFarmId(account.farmId), async (tx) => {
    const current = await lockAccount(tx, account.userId);
    // Used or deleted while the passwords were made.
    const change = current && (await findEmailChange(tx, tokenHash, now()));
    if (!change) throw new Problem('accounts.revert_link_used');
    // Whoever has the link has the mailbox.
    await putAddressBack(tx, { ...change, oldConfirmedAt: change.oldConfirmedAt ?? now().toISOString() });
    await setPasswordHash(tx, current.userId, unknownHash);
    await give(tx, { ...current, email: change.oldEmail });
  });
  log.warn({ security: 'e-mail change taken back', userId: account.userId, ip });
  deps.wakeMail();
}
