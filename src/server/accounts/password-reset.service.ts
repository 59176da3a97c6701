import type { Deps } from '#server/deps.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { addressKey } from '#server/concurrency/address-key.ts';
import { hashToken } from '#server/http/sessions.ts';
import { mailTo, type MailKind } from '#server/mail/mailing.ts';
import { temporaryPasswordMail } from './accounts.mail.ts';
import { findAccount, lockAccount, usernameKey, type Account } from './accounts.queries.ts';
import { addTemporaryPassword, countMailedPasswords, makeTemporaryPassword, validMs } from './temporary-passwords.queries.ts';

/** Counted per network address and name, so that nobody uses up the limit of another person. */
const requestsForName = { hits: 3, seconds: 3600 };
const requestsOfAddress = { hits: 10, seconds: 3600 };
/** Limits how many mailed temporary passwords are valid at a time. */
const mostMailed = 3;
/** Longer than the work ever takes, so that the time of the answer does not tell whether the name exists. */
const answerMs = 400;

const tooMany = 'A new password was asked for too often. Look for the mails already sent, or try again later.';

/** Mails a temporary password if the account exists; the answer is the same if not (rule 11). Past the limits it is 429 (rule 30). */
export async function requestPasswordReset(deps: Deps, loginId: string, ip: string): Promise<void> {
  const address = addressKey(ip);
  // Counted by the name as entered, whether it exists or not, so that the refusal reveals nothing.
  await deps.limits.hit(`reset:${address}`, requestsOfAddress, tooMany);
  await deps.limits.hit(`reset:${address}:${hashToken(usernameKey(loginId))}`, requestsForName, tooMany);
  await Promise.all([answerRequest(deps, loginId), deps.wait(answerMs)]);
}

/** A temporary password is generated for unknown names too, for equal time. */
async function answerRequest(deps: Deps, loginId: string): Promise<void> {
  const { db, now, wakeMail } = deps;
  const found = await findAccount(db, loginId);
  const give = await prepareTemporaryPassword(deps);
  if (!found) return;
  await inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, found.userId);
    if (account && (await countMailedPasswords(tx, account.userId, now())) < mostMailed) await give(tx, account);
  });
  wakeMail();
}

/**
 * Hashes the temporary password before the transaction, because hashing takes long. Over the daily mail limit it returns when the next one
 * is possible.
 */
export async function prepareTemporaryPassword(
  { config: { publicUrl }, passwords, now }: Deps,
  { kind, letter }: { kind: MailKind; letter: typeof temporaryPasswordMail } = {
    kind: 'password',
    letter: temporaryPasswordMail,
  },
) {
  const password = makeTemporaryPassword();
  const passwordHash = await passwords.hash(password);
  return async (tx: Tx, account: Account): Promise<number | undefined> => {
    const validUntil = new Date(now().getTime() + validMs);
    const wait = await mailTo(tx, account, kind, letter({ password, validUntil, publicUrl }), now());
    if (wait === undefined) await addTemporaryPassword(tx, account.userId, { password, passwordHash }, validUntil);
    return wait;
  };
}
