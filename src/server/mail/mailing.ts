import { canonicalMailbox } from '#domain/email.ts';
import type { Tx } from '#server/db/transaction.ts';
import { lockBudgets, queueMail, type Budget, type RenderedEmail } from './outbox.queries.ts';

/** Has no name: a username is text typed by a stranger to whoever else gets the mail. */
export interface Recipient {
  readonly email: string;
  /** null: nobody has shown that the address is theirs. */
  readonly emailConfirmedAt: string | null;
}

/**
 * What a mail is about decides who gets it, and how many a day.
 * - `confirmation`: the link that confirms an address
 * - `password`: a temporary password
 * - `notice`: something about the account has changed
 * - `link`: as a notice, with the way to take it back; where it cannot go, the change is refused
 * - `return`: the answer to such a link, which only the owner of the mailbox can have used: it must arrive, and has no limit of its own
 * - `invitation`: to a farm; to whom it may concern, so always as to an unconfirmed address
 * - `plan`: payments and plans; to confirmed addresses only
 * - `enquiry`: what a buyer writes to a seller; to confirmed addresses only, with a budget of its own, so that it uses up nothing else
 * - `reminder`: what the person has asked for, and can end in the mail; to confirmed addresses only
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
 * Whoever types an address can make the product write to it. So all accounts together may send five mails a day to one mailbox that
 * has not confirmed them; what others can cause, and what can be done without, leaves some for whom an account was taken from.
 */
const toUnconfirmed: Partial<Record<MailKind, number>> = { confirmation: 3, invitation: 3, notice: 3, password: 5, link: 5 };
/** From one network address, so that no single stranger uses up the limit. */
const toUnconfirmedPerOrigin = 4;
/** Temporary passwords have a limit of their own: three are good at a time, and nobody can use that up for somebody else. */
const toConfirmed: Partial<Record<MailKind, number>> = { notice: 25, plan: 25, link: 30, reminder: 20 };
const enquiries = { perDay: 30, perOrigin: 5 };

interface MailOptions {
  readonly isHeld?: boolean;
  readonly stopUrl?: string | undefined;
  /** Queued with the same id again, it is one mail. */
  readonly id?: string;
  /** One plain address. */
  readonly replyTo?: string;
}

/** Where nothing may be queued, the answer says when it may. */
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
  const perDay = (isConfirmed ? toConfirmed : toUnconfirmed)[kind];
  if (perDay === undefined) return undefined;
  const name = `${isConfirmed ? 'confirmed' : 'unconfirmed'}:${canonicalMailbox(email)}`;
  return { name, perDay, perOrigin: isConfirmed ? perDay : Math.min(perDay, toUnconfirmedPerOrigin) };
}
