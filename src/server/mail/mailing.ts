import { canonicalMailbox } from '#domain/values/email.ts';
import type { Tx } from '#server/db/transaction.ts';
import { lockBudgets, queueMail, type Budget, type RenderedEmail } from './outbox.queries.ts';

/** Has no name, because the recipient may be somebody else, for whom the username is text typed by a stranger. */
export interface Recipient {
  readonly email: string;
  /** null if the address is unconfirmed. */
  readonly emailConfirmedAt: string | null;
}

/**
 * The kind of a mail determines its recipients and daily limit.
 * - `confirmation`: the link that confirms an address
 * - `password`: a temporary password
 * - `notice`: a change of the account
 * - `link`: a notice with a link that reverts the change; if it cannot be sent, the change is refused
 * - `return`: the reply to such a link, which only the owner of the mailbox can have used; it must arrive, so it has no limit
 * - `invitation`: to a farm; always treated as to an unconfirmed address
 * - `plan`: payments and plans; to confirmed addresses only
 * - `enquiry`: from a buyer to a seller; to confirmed addresses only, with a separate budget
 * - `reminder`: requested by the person, with an unsubscribe link; to confirmed addresses only
 */
export type MailKind =
  | 'confirmation'
  | 'password'
  | 'notice'
  | 'link'
  | 'return'
  | 'invitation'
  | 'plan'
  | 'enquiry'
  | 'reminder';

/**
 * Anybody can make the product write to an address by entering it, so all accounts together may cause five mails a day to an unconfirmed
 * mailbox: three of these kinds, and two temporary passwords, so that no other mail stands in the way of recovering an account.
 */
const toUnconfirmed: Partial<Record<MailKind, number>> = { confirmation: 3, invitation: 3, notice: 3, link: 3 };
/** From one network address one, so that no single stranger uses up the whole limit. */
const passwordsToUnconfirmed = { perDay: 2, perOrigin: 1 };
const toConfirmed: Partial<Record<MailKind, number>> = { notice: 25, plan: 25, link: 30, reminder: 20 };
const enquiries = { perDay: 30, perOrigin: 5 };

interface MailOptions {
  readonly stopUrl?: string | undefined;
  /** Queueing a mail with the same id again does nothing. */
  readonly id?: string;
  /** A single plain address. */
  readonly replyTo?: string;
}

/** Resolves with the seconds until the next mail if the limit is reached. */
export async function mailTo(
  tx: Tx,
  to: Recipient,
  kind: MailKind,
  email: RenderedEmail,
  now: Date,
  { stopUrl, replyTo, ...options }: MailOptions = {},
): Promise<number | undefined> {
  if (['plan', 'reminder', 'enquiry'].includes(kind) && to.emailConfirmedAt === null) return Infinity;
  return queueMail(tx, { to: to.email, ...email, stopUrl, replyTo }, now, budgetFor(to, kind), options);
}

/** To be called before several mails are queued in one transaction, so that two transactions cannot deadlock. */
export const lockMailboxes = (tx: Tx, ...recipients: readonly Recipient[]): Promise<void> =>
  lockBudgets(tx, ...recipients.flatMap((to) => budgetFor(to, 'link') ?? []));

function budgetFor({ email, emailConfirmedAt }: Recipient, kind: MailKind): Budget | undefined {
  if (kind === 'enquiry') {
    return { name: `enquiries:${canonicalMailbox(email)}`, ...enquiries };
  }
  const isConfirmed = emailConfirmedAt !== null;
  if (kind === 'password') {
    if (isConfirmed) return undefined;
    return { name: `passwords:${canonicalMailbox(email)}`, ...passwordsToUnconfirmed };
  }
  const perDay = (isConfirmed ? toConfirmed : toUnconfirmed)[kind];
  if (perDay === undefined) return undefined;
  const name = `${isConfirmed ? 'confirmed' : 'unconfirmed'}:${canonicalMailbox(email)}`;
  return { name, perDay, perOrigin: perDay };
}
