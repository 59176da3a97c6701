import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { isPaused } from '#server/db/restores.ts';
import type { Deps } from '#server/deps.ts';
import type { Job } from './job.ts';
import { finishJob, handJobOver, leaseMs, listDueJobs, registerJobs, renewLease, takeJob } from './jobs.queries.ts';

export interface JobRunner {
  /** Starts nothing new, aborts what runs, and waits until it has ended. */
  stop(): Promise<void>;
}

interface RunnerOptions {
  readonly lookEveryMs?: number;
  readonly renewEveryMs?: number;
}

/** Runs each job when it is due, concurrently; of several servers on one database one runs it. */
export function startJobs(
  deps: Deps,
  jobs: readonly Job[],
  log: Pick<FastifyBaseLogger, 'warn'>,
  { lookEveryMs = 5000, renewEveryMs = leaseMs / 4 }: RunnerOptions = {},
): JobRunner {
  const { db, now } = deps;
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  let areRegistered = false;
  let looking: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    if (await isPaused(db)) return;
    if (!areRegistered) await registerJobs(db, jobs);
    areRegistered = true;
    const idle = jobs.filter(({ name }) => !running.has(name));
    if (idle.length === 0) return;
    for (const job of await listDueJobs(db, idle, now())) {
      const holder = randomUUID();
      if (stopping.signal.aborted || !(await takeJob(db, job, holder, now()))) continue;
      const run = runHeld(job, holder)
        .catch((error: unknown) => log.warn({ err: error, job: job.name }, 'what became of a job could not be noted'))
        .finally(() => running.delete(job.name));
      running.set(job.name, run);
    }
  };

  const runHeld = async (job: Job, holder: string): Promise<void> => {
    const lost = new AbortController();
    const ending = AbortSignal.any([stopping.signal, lost.signal]);
    const stopRenewing = keepLease(job, holder, lost);
    const failure = await job
      .run(deps, ending)
      .then(() => undefined)
      .catch((error: unknown) => ({ error }));
    stopRenewing();
    // An aborted job has not failed.
    if (failure && ending.aborted) return handJobOver(db, job, holder, now());
    if (failure) log.warn({ err: failure.error, job: job.name }, 'a job failed; it will be tried again');
    await finishJob(db, job, holder, failure ? String(failure.error) : null, now());
  };

  /** Aborts a job whose lease could not be renewed in time, because another server may have taken it. */
  const keepLease = (job: Job, holder: string, lost: AbortController): (() => void) => {
    let leasedAt = performance.now();
    const renew = async (): Promise<void> => {
      const askedAt = performance.now();
      if (!(await renewLease(db, job, holder, now()))) return lost.abort();
      leasedAt = askedAt;
    };
    const timer = setInterval(() => {
      renew().catch(() => {
        if (performance.now() - leasedAt > leaseMs - 2 * renewEveryMs) lost.abort();
      });
    }, renewEveryMs);
    return () => clearInterval(timer);
  };

  const lookOnce = (): void => {
    looking ??= look()
      .catch((error: unknown) => log.warn({ err: error }, 'the jobs cannot be read right now'))
      .finally(() => (looking = undefined));
  };
  const timer = setInterval(lookOnce, lookEveryMs);
  lookOnce();

  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await looking;
      await Promise.all(running.values());
    },
  };
}
