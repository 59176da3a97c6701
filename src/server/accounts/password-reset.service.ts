import type { Deps } from '#server/deps.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { addressKey } from '#server/concurrency/address-key.ts';
import { hashToken } from '#server/http/sessions.ts';
import { mailTo, type MailKind } from '#server/mail/mailing.ts';
import { temporaryPasswordMail } from './accounts.mail.ts';
import { findAccount, lockAccount, usernameKey, type Account } from './accounts.queries.ts';
import { addTemporaryPassword, countMailedPasswords, makeTemporaryPassword, validMs } from './temporary-passwords.queries.ts';

/** Of one network address for one name; nobody uses up what another one may ask for. */
const requestsForName = { hits: 3, seconds: 3600 };
const requestsOfAddress = { hits: 10, seconds: 3600 };
/** So many mailed ones are good at a time. Whoever asks for more has them in the mailbox, whoever had them sent. */
const mostMailed = 3;
/** Longer than the work ever takes: the answer for a known name comes no later than for an unknown one. */
const answerMs = 400;

const tooMany = 'A new password was asked for too often. Look for the mails already sent, or try again later.';

/** Mails a temporary password if there is such a person; the caller cannot tell (rule 11). Past the limits it is 429 (rule 30). */
export async function requestPasswordReset(deps: Deps, loginId: string, ip: string): Promise<void> {
  const address = addressKey(ip);
  // Counted by the name as it was typed, whether anybody has it or not: the refusal tells nothing either.
  await deps.limits.hit(`reset:${address}`, requestsOfAddress, tooMany);
  await deps.limits.hit(`reset:${address}:${hashToken(usernameKey(loginId))}`, requestsForName, tooMany);
  await Promise.all([answerRequest(deps, loginId), deps.wait(answerMs)]);
}

/** Nobody's temporary password takes as long to make as somebody's. */
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
 * Makes a temporary password, which takes a while, outside of the transaction that gives it to somebody by mail. Where too many mails
 * went to the person today there is none, and the answer says when there can be.
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
