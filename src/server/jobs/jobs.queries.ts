import type { ExpressionBuilder } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Database } from '#server/db/schema.ts';
import type { Job } from './job.ts';

/** A holder that has not said for so long that it is at work is taken to have died. */
export const leaseMs = 60_000;
/** A job that failed does not wait a whole day for its next try. */
const retryMs = 5 * 60_000;

export const registerJobs = (db: Db, jobs: readonly Job[]): Promise<unknown> =>
  db
    .insertInto('jobs')
    .values(jobs.map(({ name }) => ({ name })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();

/** Which of the jobs are due and held by nobody. A read, which costs no write and no lock when there is nothing to do. */
export async function listDueJobs(db: Db, jobs: readonly Job[], now: Date): Promise<Job[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('name')
    .where((eb) => eb.or(jobs.map((job) => eb.and([eb('name', '=', job.name), isDue(eb, job, now)]))))
    .execute();
  const due = new Set(rows.map(({ name }) => name));
  return jobs.filter(({ name }) => due.has(name));
}

/** Takes the job, if it is still due: of several servers one gets it. */
export async function takeJob(db: Db, job: Job, holder: string, now: Date): Promise<boolean> {
  const taken = await db
    .updateTable('jobs')
    .set({ holder, lease_until: moved(now, leaseMs), last_started_at: now.toISOString() })
    .where('name', '=', job.name)
    .where((eb) => isDue(eb, job, now))
    .returning('name')
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * A moment that is further ahead than it can be was written by a clock that was wrong, and counts as past: a clock that jumps starts a
 * job too early, never keeps it from running.
 */
function isDue(eb: ExpressionBuilder<Database, 'jobs'>, { everyMs }: Job, now: Date) {
  const isPast = (column: 'lease_until' | 'last_started_at', agoMs: number, atMostAheadMs: number) =>
    eb.or([eb(column, '<=', moved(now, -agoMs)), eb(column, '>', moved(now, atMostAheadMs))]);
  const isAgo = (ms: number) => isPast('last_started_at', ms, ms);
  return eb.or([
    eb.and([eb('holder', 'is not', null), isPast('lease_until', 0, 2 * leaseMs)]),
    eb.and([
      eb('holder', 'is', null),
      eb.or([
        eb('last_started_at', 'is', null),
        isAgo(everyMs),
        eb.and([eb('last_error', 'is not', null), isAgo(Math.min(everyMs, retryMs))]),
      ]),
    ]),
  ]);
}

/** Says that the holder is still at work; false when it is the holder no more. */
export const renewLease = (db: Db, job: Job, holder: string, now: Date): Promise<boolean> =>
  whileHeld(db, job, holder, { lease_until: moved(now, leaseMs) });

export const finishJob = (db: Db, job: Job, holder: string, error: string | null, now: Date): Promise<unknown> =>
  whileHeld(db, job, holder, {
    holder: null,
    lease_until: null,
    last_finished_at: now.toISOString(),
    last_error: error && error.slice(0, 500),
  });

/** Unfinished: the next server that looks goes on with it. */
export async function handJobOver(db: Db, job: Job, holder: string, now: Date): Promise<void> {
  await whileHeld(db, job, holder, { lease_until: now.toISOString() });
}

async function whileHeld(
  db: Db,
  { name }: Job,
  holder: string,
  change: Partial<Pick<Database['jobs'], 'holder' | 'lease_until' | 'last_finished_at' | 'last_error'>>,
): Promise<boolean> {
  const row = await db
    .updateTable('jobs')
    .set(change)
    .where('name', '=', name)
    .where('holder', '=', holder)
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

const moved = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();
