import type { ExpressionBuilder } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Database } from '#server/db/schema.ts';
import type { Job } from './job.ts';

/** A holder that has not renewed its lease for so long is assumed to have died. */
export const leaseMs = 60_000;
/** A failed job is retried sooner than its interval says. */
const retryMs = 5 * 60_000;

export const registerJobs = (db: Db, jobs: readonly Job[]): Promise<unknown> =>
  db
    .insertInto('jobs')
    .values(jobs.map(({ name }) => ({ name })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();

/** Due jobs that nobody holds. A read alone, so that looking costs no write and no lock. */
export async function listDueJobs(db: Db, jobs: readonly Job[], now: Date): Promise<Job[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('name')
    .where((eb) => eb.or(jobs.map((job) => eb.and([eb('name', '=', job.name), isDue(eb, job, now)]))))
    .execute();
  const due = new Set(rows.map(({ name }) => name));
  return jobs.filter(({ name }) => due.has(name));
}

/** Claims the job if it is still due; of several servers one gets it. */
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
 * A moment further ahead than possible was written by a wrong clock and counts as past: a clock that jumps starts a job too early, but
 * never keeps it from running.
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

/** False when somebody else holds the job by now. */
export const renewLease = (db: Db, job: Job, holder: string, now: Date): Promise<boolean> =>
  whileHeld(db, job, holder, { lease_until: moved(now, leaseMs) });

export const finishJob = (db: Db, job: Job, holder: string, error: string | null, now: Date): Promise<unknown> =>
  whileHeld(db, job, holder, {
    holder: null,
    lease_until: null,
    last_finished_at: now.toISOString(),
    last_error: error && error.slice(0, 500),
  });

/** Ends the lease of an unfinished job, so that the next server continues with it. */
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
