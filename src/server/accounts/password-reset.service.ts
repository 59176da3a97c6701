import type { Deps } from '#server/deps.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { addressKey } from '#server/concurrency/address-key.ts';
import { hashToken } from '#server/http/sessions.ts';
import { mailTo, type MailKind } from '#server/mail/mailing.ts';
import { temporaryPasswordMail } from './accounts.mail.ts';
import { findAccount, lockAccount, usernameKey, type Account } from './accounts.queries.ts';
import { addTemporaryPassword, countMailedPasswords, makeTemporaryPassword, validMs } from './temporary-passwords.queries.ts';

/** Per network address and name, so that nobody uses up the limit of another person. */
const requestsPerName = { hits: 3, seconds: 3600 };
const requestsPerAddress = { hits: 10, seconds: 3600 };
const maxValidMailed = 3;
/** Longer than the work ever takes, so that the time does not reveal whether the name exists. */
const answerMs = 400;

const tooMany = 'A new password was requested too often. Look for the e-mails already sent, or try again later.';

export async function requestPasswordReset(deps: Deps, loginId: string, ip: string): Promise<void> {
  const address = addressKey(ip);
  // Names count as entered, whether they exist or not, so that a 429 reveals nothing.
  await deps.limits.hit(`reset:${address}`, requestsPerAddress, tooMany);
  await deps.limits.hit(`reset:${address}:${hashToken(usernameKey(loginId))}`, requestsPerName, tooMany);
  await Promise.all([mailIfKnown(deps, loginId), deps.wait(answerMs)]);
}

async function mailIfKnown(deps: Deps, loginId: string): Promise<void> {
  const { db, now, wakeMail } = deps;
  const found = await findAccount(db, loginId);
  const issue = await prepareTemporaryPassword(deps);
  if (!found) return;
  await inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, found.userId);
    if (account && (await countMailedPasswords(tx, account.userId, now())) < maxValidMailed) await issue(tx, account);
  });
  wakeMail();
}

export async function prepareTemporaryPassword(
  { config: { publicUrl }, passwords, now }: Deps,
  { kind, renderMail }: { kind: MailKind; renderMail: typeof temporaryPasswordMail } = {
    kind: 'password',
    renderMail: temporaryPasswordMail,
  },
) {
  const password = makeTemporaryPassword();
  const passwordHash = await passwords.hash(password);
  return async (tx: Tx, account: Account): Promise<number | undefined> => {
    const validUntil = new Date(now().getTime() + validMs);
    const retryAfter = await mailTo(tx, account, kind, renderMail({ password, validUntil, publicUrl }), now());
    if (retryAfter === undefined) await addTemporaryPassword(tx, account.userId, { password, passwordHash }, validUntil);
    return retryAfter;
  };
}
