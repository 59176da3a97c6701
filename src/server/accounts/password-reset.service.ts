import type { Deps } from '#server/deps.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { addressKey } from '#server/http/limits.ts';
import { hashToken } from '#server/http/sessions.ts';
import { queueMail } from '#server/mail/outbox.queries.ts';
import { temporaryPasswordMail } from './accounts.mail.ts';
import { findAccount, usernameKey, type Account } from './accounts.queries.ts';
import { makeTemporaryPassword, putTemporaryPassword } from './temporary-passwords.queries.ts';

const requestsOfName = { hits: 3, seconds: 3600 };
const requestsOfAddress = { hits: 10, seconds: 3600 };
const validMs = 3_600_000;
/** Longer than the work ever takes: the answer for a known name comes no later than for an unknown one. */
const answerMs = 400;

const tooMany = 'A new password was asked for too often. Look for the mails already sent, or try again later.';

/** Mails a temporary password if there is such a person; the caller cannot tell (ruling 11). Past the limits it is 429 (ruling 30). */
export async function requestPasswordReset(deps: Deps, loginId: string, ip: string): Promise<void> {
  // Counted by the name as it was typed, whether anybody has it or not: the refusal tells nothing either.
  await deps.limits.hit(`reset:${addressKey(ip)}`, requestsOfAddress, tooMany);
  await deps.limits.hit(`reset:${hashToken(usernameKey(loginId))}`, requestsOfName, tooMany);
  await Promise.all([answerRequest(deps, loginId), deps.wait(answerMs)]);
}

const answerRequest = async (deps: Deps, loginId: string): Promise<void> =>
  mailTemporaryPassword(deps, await findAccount(deps.db, loginId));

/** Nobody's temporary password takes as long to make as somebody's. */
async function mailTemporaryPassword(deps: Deps, account: Account | undefined): Promise<void> {
  const give = await prepareTemporaryPassword(deps);
  if (!account) return;
  await inTransaction(deps.db, (tx) => give(tx, account));
  deps.wakeMail();
}

/** Makes a temporary password, which takes a while, outside of the transaction that gives it to somebody by mail. */
export async function prepareTemporaryPassword({ config: { publicUrl }, passwords, now }: Deps, mail = temporaryPasswordMail) {
  const password = makeTemporaryPassword();
  const passwordHash = await passwords.hash(password);
  return async (tx: Tx, account: Account): Promise<void> => {
    const validUntil = new Date(now().getTime() + validMs);
    await putTemporaryPassword(tx, account.userId, passwordHash, validUntil);
    await queueMail(tx, mail(account, { password, validUntil, publicUrl }), now());
  };
}
