import { plural } from '#domain/values/plural.ts';
import type { Deps } from '#server/deps.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { addressKey } from '#server/concurrency/address-key.ts';
import { hashToken } from '#server/http/sessions.ts';
import { mailTo, type MailKind } from '#server/mail/mailing.ts';
import { Problem } from '#server/problem.ts';
import { temporaryPasswordMail } from './accounts.mail.ts';
import { findAccount, lockAccount, usernameKey, type Account } from './accounts.queries.ts';
import { addTemporaryPassword, dropOldestMailed, makeTemporaryPassword, validMs } from './temporary-passwords.queries.ts';

/** Of every name, whether it exists or not and whoever asks: what was mailed within the hour still works. */
const requestsPerName = { hits: 3, seconds: 3600 };
const requestsPerAddress = { hits: 10, seconds: 3600 };
/** Longer than the work ever takes, so that the time does not reveal whether the name exists. */
const answerMs = 400;

/** The same for known and unknown names. */
const tooMany = (seconds: number): string =>
  `A new password was requested too often. Use the newest email that was sent; it works for an hour. The next one can be sent in ${waitText(seconds)}.`;

export const waitText = (seconds: number): string =>
  seconds <= 90 * 60 ? plural(Math.ceil(seconds / 60), 'minute') : plural(Math.ceil(seconds / 3600), 'hour');

/** Whatever limit is reached, the answer says when the next mail is possible. */
async function sayWhen<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.retryAfter === undefined) throw error;
    throw new Problem(error.code, { message: tooMany(error.retryAfter), retryAfter: error.retryAfter });
  }
}

export async function requestPasswordReset(deps: Deps, loginId: string, ip: string): Promise<void> {
  await sayWhen(async () => {
    // Names count as entered, whether they exist or not, so that a 429 reveals nothing.
    await deps.limits.hit(`reset:${addressKey(ip)}`, requestsPerAddress, '');
    await deps.limits.hit(`reset:${hashToken(usernameKey(loginId))}`, requestsPerName, '');
    await Promise.all([mailIfKnown(deps, loginId), deps.wait(answerMs)]);
  });
}

async function mailIfKnown(deps: Deps, loginId: string): Promise<void> {
  const { db, wakeMail } = deps;
  const found = await findAccount(db, loginId);
  const issue = await prepareTemporaryPassword(deps);
  if (!found) return;
  await inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, found.userId);
    const retryAfter = account && (await issue(tx, account));
    if (retryAfter !== undefined) throw new Problem('request.too_many', { retryAfter });
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
    const retryAfter = await mailTo(tx, account, kind, renderMail({ password, publicUrl }), now());
    if (retryAfter !== undefined) return retryAfter;
    await addTemporaryPassword(tx, account.userId, { password, passwordHash }, validUntil);
    await dropOldestMailed(tx, account.userId, now());
    return undefined;
  };
}
