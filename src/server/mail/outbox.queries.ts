import { sql, PostgresAdapter, type ExpressionBuilder } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Db } from '#server/db/connect.ts';
import type { Database } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { currentCaller } from '#server/concurrency/caller.ts';
import { hashToken } from '#server/http/sessions.ts';

export interface RenderedEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
}

export interface Mail extends RenderedEmail {
  readonly to: string;
}

/** How many mails of a kind may be queued in a day, and how many of those may be caused from one network address. */
export interface Budget {
  readonly name: string;
  readonly perDay: number;
  readonly perOrigin: number;
}

/** A queued mail; its id is the same in every attempt. */
export interface WaitingMail extends Mail {
  readonly id: string;
  readonly queuedAt: string;
  /** Includes the one that begins. */
  readonly attempts: number;
  readonly origin: string;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Both limits must be passed before a mail is given up: by time alone, a clock that jumps ahead would lose it. */
const fewestTries = 20;
const retryMs = dayMs;
/** An attempt without a result by then is assumed to have died with its server. */
const leaseMs = 3 * minuteMs;
/** Distance between the mails of one origin in the queue. */
const spacingMs = 5000;

/**
 * Queues the mail in the transaction of its cause: both happen or neither (rule 17). Where the budget is used up nothing is queued, and
 * the result is the number of seconds until there is room. `isHeld`: it may have been sent before a restore, and waits for the
 * operator's decision.
 */
export async function queueMail(
  tx: Tx,
  { to, subject, text, html }: Mail,
  now: Date,
  budget?: Budget,
  { isHeld = false }: { readonly isHeld?: boolean } = {},
): Promise<number | undefined> {
  const origin = currentOrigin();
  const wait = budget && (await secondsUntilRoom(tx, budget, origin, now));
  if (wait !== undefined) return wait;
  await tx
    .insertInto('outbox')
    .values({
      id: uuidv7(),
      to_address: to,
      subject,
      body: text,
      html,
      created_at: now.toISOString(),
      next_attempt_at: now.toISOString(),
      budget: budget?.name ?? '',
      origin,
      send_order: await sendOrderFor(tx, origin, now),
      held_since: isHeld ? now.toISOString() : null,
    })
    .execute();
  return undefined;
}

/** A short hash: it distinguishes origins without storing an address. */
function currentOrigin(): string {
  const address = currentCaller()?.address;
  return address === undefined ? '' : hashToken(address).slice(0, 16);
}

/**
 * Locks the budgets until the transaction ends, so that two mails do not both take the last place. A caller that needs several locks
 * them in one call, so that two transactions cannot deadlock.
 */
export async function lockBudgets(tx: Tx, ...budgets: readonly Budget[]): Promise<void> {
  // SQLite has one writer at a time.
  if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return;
  for (const name of budgets.map((budget) => budget.name).toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 13))`.execute(tx);
  }
}

async function secondsUntilRoom(tx: Tx, budget: Budget, origin: string, now: Date): Promise<number | undefined> {
  await lockBudgets(tx, budget);
  const queued = await tx
    .selectFrom('outbox')
    .select(['origin', 'created_at as at'])
    .where('budget', '=', budget.name)
    .where('created_at', '>', later(now, -dayMs))
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
async function sendOrderFor(tx: Tx, origin: string, now: Date): Promise<string> {
  if (origin === '') return now.toISOString();
  const { last } = await tx
    .selectFrom('outbox')
    .select((eb) => eb.fn.max('send_order').as('last'))
    .where('origin', '=', origin)
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow();
  const after = last === null ? 0 : Date.parse(last) + spacingMs;
  return new Date(Math.max(now.getTime(), after)).toISOString();
}

/** What is not to be claimed now, because enough of its kind is being sent. */
export interface BusyWith {
  readonly domains: readonly string[];
  readonly origins: readonly string[];
  readonly hasEnoughRetries: boolean;
}

const nothing: BusyWith = { domains: [], origins: [], hasEnoughRetries: false };

/** Claims the first due mail. The update of `next_attempt_at` is the lease: two servers never get the same mail. */
export async function claimDueMail(db: Db, now: Date, busyWith = nothing): Promise<WaitingMail | undefined> {
  const row = await db
    .updateTable('outbox')
    .set((eb) => ({ next_attempt_at: later(now, leaseMs), attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('sent_at', 'is', null)
        .where('held_since', 'is', null)
        .where((inner) => isDue(inner, now))
        .where((inner) => inner.not(isGivenUp(inner, now)))
        .where((inner) => isFree(inner, busyWith))
        .orderBy('send_order')
        .orderBy('id')
        .limit(1),
    )
    .where((eb) => isDue(eb, now))
    .returning(['id', 'to_address as to', 'subject', 'body as text', 'html', 'attempts', 'created_at as queuedAt', 'origin'])
    .executeTakeFirst();
  return row;
}

const isFree = (eb: ExpressionBuilder<Database, 'outbox'>, { domains, origins, hasEnoughRetries }: BusyWith) =>
  eb.and([
    ...domains.map((domain) => eb(eb.fn<string>('lower', ['to_address']), 'not like', `%@${domain}`)),
    ...(origins.length > 0 ? [eb('origin', 'not in', origins)] : []),
    ...(hasEnoughRetries ? [eb('attempts', '=', 0)] : []),
  ]);

/** Also erases the content, which may hold a temporary password. */
export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: now.toISOString(), last_error: null, ...noContent })
    .where('id', '=', id)
    .execute();
}

/** Doubles the delay with each attempt, up to an hour; the result says whether there will be another attempt. */
export async function scheduleRetry(db: Db, mail: WaitingMail, error: string, now: Date): Promise<boolean> {
  const nextAttempt = later(now, Math.min(60, 2 ** (mail.attempts - 1)) * minuteMs);
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: nextAttempt, send_order: nextAttempt, last_error: error.slice(0, 500) })
    .where('id', '=', mail.id)
    .execute();
  return mail.attempts < fewestTries || Date.parse(nextAttempt) < Date.parse(mail.queuedAt) + retryMs;
}

/** `held` mails wait for the operator's decision after a restore. */
export async function countMail(db: Db, now: Date): Promise<{ waiting: number; failed: number; held: number }> {
  return db
    .selectFrom('outbox')
    .select((eb) => [
      eb.fn
        .countAll<number>()
        .filterWhere((inner) => inner.and([inner('held_since', 'is', null), inner.not(isGivenUp(inner, now))]))
        .as('waiting'),
      eb.fn
        .countAll<number>()
        .filterWhere((inner) => inner.and([inner('held_since', 'is', null), isGivenUp(inner, now)]))
        .as('failed'),
      eb.fn
        .countAll<number>()
        .filterWhere((inner) => inner('held_since', 'is not', null))
        .as('held'),
    ])
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow();
}

/** Mails that were perhaps sent before a restore, the oldest first. */
export const listHeldMail = (db: Db) =>
  db
    .selectFrom('outbox')
    .select(['to_address as to', 'subject', 'created_at as queuedAt'])
    .where('held_since', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** The operator says that they were not sent. Returns how many go out now. */
export async function releaseHeldMail(db: Db, now: Date): Promise<number> {
  const released = await db
    .updateTable('outbox')
    .set({ held_since: null, next_attempt_at: now.toISOString() })
    .where('held_since', 'is not', null)
    .returning('id')
    .execute();
  return released.length;
}

/** The operator says that they were sent, or are of no use any more. */
export async function dropHeldMail(db: Db): Promise<number> {
  return (await db.deleteFrom('outbox').where('held_since', 'is not', null).returning('id').execute()).length;
}

/** Erases the content of mails that were given up, and after a month the rows. */
export async function purgeOldMail(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set(noContent)
    .where('body', '!=', '')
    .where((eb) => isDone(eb, now))
    .execute();
  await db
    .deleteFrom('outbox')
    .where('created_at', '<', later(now, -30 * dayMs))
    .where((eb) => eb.or([isDone(eb, now), eb('held_since', 'is not', null)]))
    .execute();
}

const noContent = { body: '', html: null };

/** A moment further ahead than any delay was written by a wrong clock, and counts as due. */
const isDue = (eb: ExpressionBuilder<Database, 'outbox'>, now: Date) =>
  eb.or([eb('next_attempt_at', '<=', now.toISOString()), eb('next_attempt_at', '>', later(now, 61 * minuteMs))]);

const isGivenUp = (eb: ExpressionBuilder<Database, 'outbox'>, now: Date) =>
  eb.and([eb('created_at', '<=', later(now, -retryMs)), eb('attempts', '>=', fewestTries)]);

const isDone = (eb: ExpressionBuilder<Database, 'outbox'>, now: Date) =>
  eb.or([eb('sent_at', 'is not', null), isGivenUp(eb, now)]);

const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();
