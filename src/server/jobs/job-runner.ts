import type { FastifyBaseLogger } from 'fastify';
import { isClockDoubted } from '#server/db/heartbeat.ts';
import { isHeld } from '#server/db/restores.ts';
import type { Deps } from '#server/deps.ts';
import {
  claimTask,
  finishTask,
  handTaskOver,
  queueTasks,
  renewTask,
  retryTask,
  type Queue,
  type Task,
} from '#server/tasks/tasks.queries.ts';
import type { Job } from './job.ts';

const leaseMs = 60_000;

export interface JobRunner {
  stop(): Promise<void>;
}

interface RunnerOptions {
  readonly pollMs?: number;
  readonly renewEveryMs?: number;
}

/** Runs each job when it is due, concurrently; of several servers on one database one runs it. */
export function startJobs(
  deps: Deps,
  jobs: readonly Job[],
  log: Pick<FastifyBaseLogger, 'warn'>,
  { pollMs = 5000, renewEveryMs = leaseMs / 4 }: RunnerOptions = {},
): JobRunner {
  const { db, now } = deps;
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  let areRegistered = false;
  let polling: Promise<void> | undefined;

  const poll = async (): Promise<void> => {
    if (await isHeld(db)) return;
    const tasks = jobs.map(({ name }) => ({ dedupe_key: name }));
    if (!areRegistered) await queueTasks(db, 'job', tasks, now());
    areRegistered = true;
    // One time for both: the clock may jump between them.
    const at = now();
    const isDoubted = await isClockDoubted(db, at);
    while (!stopping.signal.aborted) {
      const idle = jobs.filter(({ name, byAge }) => !running.has(name) && !(byAge && isDoubted));
      const task = idle.length > 0 ? await claimTask(db, idle.map(queueOf), at) : undefined;
      const job = jobs.find(({ name }) => name === task?.key);
      if (!task || !job) return;
      const run = runClaimed(job, task)
        .catch((error: unknown) => log.warn({ err: error, job: job.name }, 'what became of a job could not be noted'))
        .finally(() => running.delete(job.name));
      running.set(job.name, run);
    }
  };

  const runClaimed = async (job: Job, task: Task): Promise<void> => {
    const lost = new AbortController();
    const ending = AbortSignal.any([stopping.signal, lost.signal]);
    const stopRenewing = keepLease(task, lost);
    const failure = await job
      .run(deps, ending)
      .then(() => undefined)
      .catch((error: unknown) => ({ error }));
    stopRenewing();
    // An aborted job has not failed.
    if (failure && ending.aborted) return void (await handTaskOver(db, task, now()));
    if (!failure) return finishTask(db, task, now());
    log.warn({ err: failure.error, job: job.name }, 'a job failed; it will be tried again');
    await retryTask(db, task, String(failure.error), now());
  };

  /** Aborts a job whose lease could not be renewed in time, because another server may have taken it. */
  const keepLease = (task: Task, lost: AbortController): (() => void) => {
    let leasedAt = performance.now();
    const renew = async (): Promise<void> => {
      const askedAt = performance.now();
      if (!(await renewTask(db, task, now()))) return lost.abort();
      leasedAt = askedAt;
    };
    const loseIfExpiring = (): void => {
      if (performance.now() - leasedAt > leaseMs - 2 * renewEveryMs) lost.abort();
    };
    // One at a time, because an earlier renewal that is stored after a later one would shorten the lease.
    let renewing: Promise<void> | undefined;
    const timer = setInterval(() => {
      if (renewing) loseIfExpiring();
      renewing ??= renew()
        .catch(loseIfExpiring)
        .finally(() => (renewing = undefined));
    }, renewEveryMs);
    return () => clearInterval(timer);
  };

  const pollOnce = (): void => {
    polling ??= poll()
      .catch((error: unknown) => log.warn({ err: error }, 'the jobs cannot be read right now'))
      .finally(() => (polling = undefined));
  };
  const timer = setInterval(pollOnce, pollMs);
  pollOnce();

  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await polling;
      await Promise.all(running.values());
    },
  };
}

export function queueOf({ name, everyMs }: Job): Queue {
  const retryMs = Math.min(everyMs, 5 * 60_000);
  return { kind: 'job', key: name, everyMs, leaseMs, retryMs, longestRetryMs: retryMs };
}
