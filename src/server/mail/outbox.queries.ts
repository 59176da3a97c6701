import { sql, PostgresAdapter, type ExpressionBuilder } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Db } from '#server/db/connect.ts';
import type { Database } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { currentCaller } from '#server/concurrency/caller.ts';
import { hashToken } from '#server/http/sessions.ts';

/** What is written, whoever gets it. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
  /** The same words as HTML. */
  readonly html: string | null;
}

export interface Mail extends Letter {
  readonly to: string;
}

/** How many mails of a kind may be queued in a day, and how many of those may be caused from one network address. */
export interface Budget {
  readonly name: string;
  readonly perDay: number;
  readonly perOrigin: number;
}

/** A mail on its way: its id stays the same however often it is tried. */
export interface WaitingMail extends Mail {
  readonly id: string;
  readonly queuedAt: string;
  /** How many tries there have been, with the one that begins. */
  readonly attempts: number;
  readonly origin: string;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** How long and how often a mail is tried before it is given up: by the clock alone, one that jumps ahead would lose it. */
const fewestTries = 20;
const retryMs = dayMs;
/** A try that has not answered by then is taken to have died with its server. */
const leaseMs = 3 * minuteMs;
/** How far apart the mails of one origin stand in the queue while they wait. */
const spacingMs = 5000;

/**
 * Writes the mail in the transaction of what it tells about: both happen or neither (rule 17). Where the budget is used up nothing
 * is written; the answer is in how many seconds there is room again. `isHeld`: it may have been sent before a restore, and waits for
 * the operator's word.
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
      send_order: await placeInQueue(tx, origin, now),
      held_since: isHeld ? now.toISOString() : null,
    })
    .execute();
  return undefined;
}

/** Short, and no address to read: it only tells one origin from another. */
function currentOrigin(): string {
  const address = currentCaller()?.address;
  return address === undefined ? '' : hashToken(address).slice(0, 16);
}

/**
 * Until the transaction ends nobody else counts these budgets: two mails at the same moment do not both take the last place. Whoever
 * needs several names them at once, so that two transactions never wait for each other.
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
  // Whichever leaves the day first makes room.
  const oldest =
    queued.length >= budget.perDay ? queued.at(-1) : ofOrigin.length >= budget.perOrigin ? ofOrigin.at(-1) : undefined;
  return oldest && Math.max(1, Math.ceil((Date.parse(oldest.at) + dayMs - now.getTime()) / 1000));
}

/** Behind what the same origin has waiting, and at a distance: what one sends many of does not delay the mail of another. */
async function placeInQueue(tx: Tx, origin: string, now: Date): Promise<string> {
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

/** What is not to be taken now, because enough of its kind is being sent. */
export interface BusyWith {
  readonly domains: readonly string[];
  readonly origins: readonly string[];
  readonly hasEnoughRetries: boolean;
}

const nothing: BusyWith = { domains: [], origins: [], hasEnoughRetries: false };

/** Takes the mail that is first in the queue. Two servers never get the same one: whoever moves its next attempt on has it. */
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

/** Notes that the mail has gone. Its words go with it: they may hold a temporary password. */
export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: now.toISOString(), last_error: null, ...noWords })
    .where('id', '=', id)
    .execute();
}

/** Puts the mail back for a later try, twice as late each time; answers whether there will be one. */
export async function putBack(db: Db, mail: WaitingMail, error: string, now: Date): Promise<boolean> {
  const nextAttempt = later(now, Math.min(60, 2 ** (mail.attempts - 1)) * minuteMs);
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: nextAttempt, send_order: nextAttempt, last_error: error.slice(0, 500) })
    .where('id', '=', mail.id)
    .execute();
  return mail.attempts < fewestTries || Date.parse(nextAttempt) < Date.parse(mail.queuedAt) + retryMs;
}

/** How many are on their way, how many were given up, and how many wait for the operator's word after a restore. */
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

/** Those that were perhaps sent before a restore, the oldest first. */
export const listHeldMail = (db: Db) =>
  db
    .selectFrom('outbox')
    .select(['to_address as to', 'subject', 'created_at as queuedAt'])
    .where('held_since', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** The operator's word: they were not sent. Answers how many go out now. */
export async function releaseHeldMail(db: Db, now: Date): Promise<number> {
  const released = await db
    .updateTable('outbox')
    .set({ held_since: null, next_attempt_at: now.toISOString() })
    .where('held_since', 'is not', null)
    .returning('id')
    .execute();
  return released.length;
}

/** The operator's word: they were sent, or are of no use any more. */
export async function dropHeldMail(db: Db): Promise<number> {
  return (await db.deleteFrom('outbox').where('held_since', 'is not', null).returning('id').execute()).length;
}

/** Forgets the words of mails that were given up, and after a month that there were any. */
export async function forgetOldMail(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set(noWords)
    .where('body', '!=', '')
    .where((eb) => isDone(eb, now))
    .execute();
  await db
    .deleteFrom('outbox')
    .where('created_at', '<', later(now, -30 * dayMs))
    .where((eb) => eb.or([isDone(eb, now), eb('held_since', 'is not', null)]))
    .execute();
}

const noWords = { body: '', html: null };

/** Further ahead than any wait is: the clock was wrong when that was written. */
const isDue = (eb: ExpressionBuilder<Database, 'outbox'>, now: Date) =>
  eb.or([eb('next_attempt_at', '<=', now.toISOString()), eb('next_attempt_at', '>', later(now, 61 * minuteMs))]);

const isGivenUp = (eb: ExpressionBuilder<Database, 'outbox'>, now: Date) =>
  eb.and([eb('created_at', '<=', later(now, -retryMs)), eb('attempts', '>=', fewestTries)]);

const isDone = (eb: ExpressionBuilder<Database, 'outbox'>, now: Date) =>
  eb.or([eb('sent_at', 'is not', null), isGivenUp(eb, now)]);

const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();
