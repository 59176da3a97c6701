import type { ExpressionBuilder } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Db } from '#server/db/connect.ts';
import type { Database } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';

export interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  /** The same words as HTML. */
  readonly html: string | null;
}

/** A mail on its way: its id stays the same however often it is tried. */
export interface WaitingMail extends Mail {
  readonly id: string;
  readonly queuedAt: string;
  /** How many tries there have been, with the one that begins. */
  readonly attempts: number;
}

const minuteMs = 60_000;
/** How long and how often a mail is tried before it is given up: by the clock alone, one that jumps ahead would lose it. */
const fewestTries = 20;
const patienceMs = 24 * 60 * minuteMs;
/** A try that has not answered by then is taken to have died with its server. */
const leaseMs = 3 * minuteMs;

/** Writes the mail in the transaction of what it tells about: both happen or neither (ruling 17). */
export async function queueMail(tx: Tx, { to, subject, text, html }: Mail, now: Date): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({
      id: uuidv7(),
      to_name: to.name,
      to_address: to.address,
      subject,
      body: text,
      html,
      created_at: now.toISOString(),
      next_attempt_at: now.toISOString(),
    })
    .execute();
}

/** Takes the mail that is due first. Two servers never get the same one: whoever moves its next attempt on has it. */
export async function claimDueMail(db: Db, now: Date): Promise<WaitingMail | undefined> {
  const row = await db
    .updateTable('outbox')
    .set((eb) => ({ next_attempt_at: later(now, leaseMs), attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('sent_at', 'is', null)
        .where((inner) => isDue(inner, now))
        .where((inner) => inner.not(isGivenUp(inner, now)))
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(1),
    )
    .where((eb) => isDue(eb, now))
    .returning(['id', 'to_name', 'to_address', 'subject', 'body', 'html', 'attempts', 'created_at'])
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      to: { name: row.to_name, address: row.to_address },
      subject: row.subject,
      text: row.body,
      html: row.html,
      queuedAt: row.created_at,
      attempts: row.attempts,
    }
  );
}

/** Notes that the mail has gone. Its words go with it: they may hold a temporary password. */
export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: now.toISOString(), ...noWords, last_error: null })
    .where('id', '=', id)
    .execute();
}

/** Puts the mail back for a later try, twice as late each time; answers whether there will be one. */
export async function putBack(db: Db, mail: WaitingMail, error: string, now: Date): Promise<boolean> {
  const nextAttempt = later(now, Math.min(60, 2 ** (mail.attempts - 1)) * minuteMs);
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: nextAttempt, last_error: error.slice(0, 500) })
    .where('id', '=', mail.id)
    .execute();
  return mail.attempts < fewestTries || Date.parse(nextAttempt) < Date.parse(mail.queuedAt) + patienceMs;
}

/** How many are on their way, and how many were given up. */
export async function countMail(db: Db, now: Date): Promise<{ waiting: number; failed: number }> {
  const { waiting, failed } = await db
    .selectFrom('outbox')
    .select((eb) => [
      eb.fn
        .countAll<number>()
        .filterWhere((inner) => inner.not(isGivenUp(inner, now)))
        .as('waiting'),
      eb.fn
        .countAll<number>()
        .filterWhere((inner) => isGivenUp(inner, now))
        .as('failed'),
    ])
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { waiting, failed };
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
    .where('created_at', '<', later(now, -30 * patienceMs))
    .where((eb) => isDone(eb, now))
    .execute();
}

const noWords = { body: '', html: null };

/** Further ahead than any wait is: the clock was wrong when that was written. */
const isDue = (eb: ExpressionBuilder<Database, 'outbox'>, now: Date) =>
  eb.or([eb('next_attempt_at', '<=', now.toISOString()), eb('next_attempt_at', '>', later(now, 61 * minuteMs))]);

const isGivenUp = (eb: ExpressionBuilder<Database, 'outbox'>, now: Date) =>
  eb.and([eb('created_at', '<=', later(now, -patienceMs)), eb('attempts', '>=', fewestTries)]);

const isDone = (eb: ExpressionBuilder<Database, 'outbox'>, now: Date) =>
  eb.or([eb('sent_at', 'is not', null), isGivenUp(eb, now)]);

const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();
