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

/** Mails a temporary password if there is such a person and not too many were asked for; the caller cannot tell (ruling 11). */
export async function requestPasswordReset(deps: Deps, loginId: string, ip: string): Promise<void> {
  await Promise.all([answerRequest(deps, loginId, ip), deps.wait(answerMs)]);
}

async function answerRequest(deps: Deps, loginId: string, ip: string): Promise<void> {
  const { db, limits } = deps;
  const isAllowed = [
    await limits.allows(`reset:${addressKey(ip)}`, requestsOfAddress),
    await limits.allows(`reset:${hashToken(usernameKey(loginId))}`, requestsOfName),
  ];
  if (isAllowed.includes(false)) return;
  await mailTemporaryPassword(deps, await findAccount(db, loginId));
}

/** Nobody's temporary password takes as long to make as somebody's. */
async function mailTemporaryPassword(deps: Deps, account: Account | undefined): Promise<void> {
  const give = await prepareTemporaryPassword(deps);
  if (!account) return;
  await inTransaction(deps.db, (tx) => give(tx, account));
  deps.wakeMail();
}

/** Makes a temporary password, which takes a while, outside of the transaction that gives it to somebody by mail. */
export async function prepareTemporaryPassword({ config: { publicUrl }, passwords, now }: Deps) {
  const password = makeTemporaryPassword();
  const passwordHash = await passwords.hash(password);
  return async (tx: Tx, account: Account): Promise<void> => {
    const validUntil = new Date(now().getTime() + validMs);
    await putTemporaryPassword(tx, account.userId, passwordHash, validUntil);
    await queueMail(tx, temporaryPasswordMail(account, { password, validUntil, publicUrl }), now());
  };
}
