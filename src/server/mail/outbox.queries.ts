import { sql, PostgresAdapter } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Db } from '#server/db/engines/connect.ts';
import { isAny } from '#server/db/rows.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { currentCaller } from '#server/concurrency/caller.ts';
import { hashToken } from '#server/http/sessions.ts';
import { dayMs, minuteMs, timeAfter } from '#server/time-after.ts';
import { claimTask, finishTask, queueTasks, retryTask, type Queue, type Task } from '#server/tasks/tasks.queries.ts';

export interface RenderedEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
}

export interface Mail extends RenderedEmail {
  readonly to: string;
  /** The URL of one-click unsubscription (RFC 8058). */
  readonly stopUrl?: string | null | undefined;
  /** The Reply-To address, a single plain address. */
  readonly replyTo?: string | null | undefined;
}

export interface Budget {
  readonly name: string;
  readonly perDay: number;
  readonly perOrigin: number;
}

/** Its id is the same in every attempt. */
export interface WaitingMail extends Task, Mail {}

const spacingMs = 5000;

const mailQueue: Queue = {
  kind: 'mail',
  leaseMs: 3 * minuteMs,
  retryMs: minuteMs,
  longestRetryMs: 60 * minuteMs,
  givenUpAfter: { attempts: 20, ms: dayMs },
};

/**
 * Queues the mail in the transaction of its cause, so that both happen or neither (rule 17). If the budget is used up nothing is queued, and
 * the result is the number of seconds until a mail is possible.
 */
export async function queueMail(
  tx: Tx,
  { to, subject, text, html, stopUrl = null, replyTo = null }: Mail,
  now: Date,
  budget?: Budget,
  { id: givenId }: { readonly id?: string } = {},
): Promise<number | undefined> {
  const origin = currentOrigin();
  if (budget) await lockBudgets(tx, budget);
  if (givenId !== undefined && (await isQueued(tx, givenId))) return undefined;
  const wait = budget && (await secondsUntilRoom(tx, budget, origin, now));
  if (wait !== undefined) return wait;
  const id = givenId ?? uuidv7();
  const run_order = await runOrderFor(tx, origin, now);
  await queueTasks(tx, 'mail', [{ id, origin, run_order }], now);
  const mail = {
    id,
    to_address: to,
    subject,
    body: text,
    html,
    budget: budget?.name ?? '',
    stop_url: stopUrl,
    reply_to: replyTo,
  };
  await tx.insertInto('mails').values(mail).execute();
  return undefined;
}

/** Deletes what was sent to an address whose account is deleted. */
export const forgetMails = (tx: Tx, address: string): Promise<unknown> =>
  tx
    .deleteFrom('tasks')
    .where('id', 'in', tx.selectFrom('mails').select('id').where('to_address', '=', address))
    .where('state', 'in', ['done', 'failed'])
    .execute();

const isQueued = (tx: Tx, id: string): Promise<boolean> => isAny(tx.selectFrom('mails').select('id').where('id', '=', id));

/** A short hash: it distinguishes origins without storing an address. */
function currentOrigin(): string {
  const address = currentCaller()?.address;
  return address === undefined ? '' : hashToken(address).slice(0, 16);
}

/**
 * Locks the budgets until the transaction ends, so that two mails do not both use the last one. A caller that needs several must lock them in
 * one call, so that two transactions cannot deadlock.
 */
export async function lockBudgets(tx: Tx, ...budgets: readonly Budget[]): Promise<void> {
  // SQLite has one writer at a time.
  if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return;
  for (const name of budgets.map((budget) => budget.name).toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 13))`.execute(tx);
  }
}

async function secondsUntilRoom(tx: Tx, budget: Budget, origin: string, now: Date): Promise<number | undefined> {
  const queued = await tx
    .selectFrom('mails')
    .innerJoin('tasks', 'tasks.id', 'mails.id')
    .select(['origin', 'created_at as at'])
    .where('budget', '=', budget.name)
    .where('created_at', '>', timeAfter(now, -dayMs))
    .where('created_at', '<=', now.toISOString())
    .orderBy('created_at', 'desc')
    .limit(budget.perDay)
    .execute();
  const ofOrigin = queued.filter((mail) => mail.origin === origin);
  const oldest =
    queued.length >= budget.perDay ? queued.at(-1) : ofOrigin.length >= budget.perOrigin ? ofOrigin.at(-1) : undefined;
  return oldest && Math.max(1, Math.ceil((Date.parse(oldest.at) + dayMs - now.getTime()) / 1000));
}

/** After the queued mails of the same origin, at a distance, so that many mails of one origin do not delay the others. */
async function runOrderFor(tx: Tx, origin: string, now: Date): Promise<string> {
  if (origin === '') return now.toISOString();
  const { last } = await tx
    .selectFrom('tasks')
    .select((eb) => eb.fn.max('run_order').as('last'))
    .where('origin', '=', origin)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  const after = last === null ? 0 : Date.parse(last) + spacingMs;
  return new Date(Math.max(now.getTime(), after)).toISOString();
}

export async function claimDueMail(db: Db, now: Date): Promise<WaitingMail | undefined> {
  const task = await claimTask(db, [mailQueue], now);
  if (!task) return undefined;
  const mail = await db
    .selectFrom('mails')
    .select(['to_address as to', 'subject', 'body as text', 'html', 'stop_url as stopUrl', 'reply_to as replyTo'])
    .where('id', '=', task.id)
    .executeTakeFirstOrThrow();
  return { ...task, ...mail };
}

export const markSent = (db: Db, mail: WaitingMail, now: Date): Promise<void> =>
  inTransaction(db, async (tx) => {
    await finishTask(tx, mail, now);
    await eraseContent(tx, mail);
  });

export const retryMail = (db: Db, mail: WaitingMail, error: string, now: Date): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const isTriedAgain = await retryTask(tx, mail, error, now);
    if (!isTriedAgain) await eraseContent(tx, mail);
    return isTriedAgain;
  });

/** The content may contain a temporary password. */
const eraseContent = (tx: Tx, { id }: WaitingMail): Promise<unknown> =>
  tx.updateTable('mails').set({ body: '', html: null, stop_url: null, reply_to: null }).where('id', '=', id).execute();

/** Mails that waited when the database was restored may have been sent since its backup. */
export async function dropMailsOfBackup(tx: Tx): Promise<readonly { to: string; subject: string }[]> {
  const ofBackup = tx
    .selectFrom('tasks')
    .select('id')
    .where('kind', '=', 'mail')
    .where('state', '=', 'waiting')
    .where('created_at', '<=', (eb) => eb.selectFrom('restores').select((of) => of.fn.max('restored_at').as('at')));
  const mails = await tx
    .selectFrom('mails')
    .select(['to_address as to', 'subject'])
    .where('id', 'in', ofBackup)
    .orderBy('id')
    .execute();
  await tx.deleteFrom('tasks').where('id', 'in', ofBackup).execute();
  return mails;
}
