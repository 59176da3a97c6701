import { isSameAddress } from '#domain/values/email.ts';
import { publicAddress } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import type { SignedIn, Visit } from '#server/http/guards.ts';
import { Problem } from '#server/problem.ts';
import { findViewer, hashToken, newToken } from '#server/http/sessions.ts';
import { mailTo } from '#server/mail/mailing.ts';
import { attemptLink } from './attempt-link.ts';
import { confirmAddressMail } from './accounts.mail.ts';
import { lockAccount, setAddress } from './accounts.queries.ts';
import { addEmailConfirmation, confirmDays, findEmailConfirmation, isExpired } from './email-confirmations.queries.ts';

/** Resolves with the seconds until the next mail if the daily limit is reached. */
export async function mailConfirmation(
  tx: Tx,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  { userId, email }: { userId: string; email: string },
): Promise<number | undefined> {
  const at = now();
  const token = newToken();
  const mail = confirmAddressMail({
    confirmUrl: `${publicAddress(config)}/confirm-email?token=${token}`,
    days: confirmDays,
  });
  const retryAfter = await mailTo(tx, { email, emailConfirmedAt: null }, 'confirmation', mail, at);
  if (retryAfter === undefined) await addEmailConfirmation(tx, { tokenHash: hashToken(token), userId, email }, at);
  return retryAfter;
}

const mailsPerUser = { hits: 5, seconds: 3600 };
const tooManyMails = 'The link was sent several times. Look for those emails, also in your spam folder, or try again later.';

export async function resendConfirmation(deps: Deps, { viewer }: SignedIn): Promise<{ wasConfirmed: boolean }> {
  await deps.limits.hit(`confirmation:${viewer.userId}`, mailsPerUser, tooManyMails);
  const wasConfirmed = await inTransaction(deps.db, async (tx) => {
    const account = await lockAccount(tx, viewer.userId);
    if (!account) throw new Problem('session.required');
    if (account.emailConfirmedAt !== null) return true;
    const retryAfter = await mailConfirmation(tx, deps, account);
    if (retryAfter !== undefined) throw new Problem('request.too_many', { message: tooManyMails, retryAfter });
    return false;
  });
  deps.wakeMail();
  return { wasConfirmed };
}

/**
 * Needs no session, because the link proves access to the mailbox. Somebody signed in to another account is told so; otherwise a
 * click could add their address to an unknown account.
 */
export async function confirmEmail(deps: Deps, token: string, { ip, cookie, log }: Visit): Promise<void> {
  const { db, limits, now } = deps;
  await attemptLink(limits, 'confirm', ip, async () => {
    const viewer = cookie.token === undefined ? undefined : await findViewer(db, cookie.token, now());
    await inTransaction(db, async (tx) => {
      const found = await findEmailConfirmation(tx, hashToken(token));
      const account = found && (await lockAccount(tx, found.userId));
      if (!account || !isSameAddress(account.email, found.email)) throw new Problem('accounts.confirm_link_invalid');
      if (viewer && viewer.userId !== account.userId) throw new Problem('accounts.confirm_link_of_other');
      if (account.emailConfirmedAt !== null) return;
      if (isExpired(found, now())) throw new Problem('accounts.confirm_link_expired');
      await setAddress(tx, account.userId, { ...account, emailConfirmedAt: now().toISOString() });
      log.info({ security: 'email address confirmed', userId: account.userId, ip });
    });
  });
}
