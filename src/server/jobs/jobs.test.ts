import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordHeartbeat } from '#server/db/heartbeat.ts';
import { openDatabase } from '#server/db/engines/connect.ts';
import type { Deps } from '#server/deps.ts';
import { describeOnEachEngine } from '#test/engines.ts';
import type { Job } from './job.ts';
import { startJobs, type JobRunner } from './job-runner.ts';

const minuteMs = 60_000;

describeOnEachEngine({ name: 'a job', usually: 'both' }, (server) => {
  /** Two servers on one database, each with its own connections; SQLite allows only one process. */
  let servers: readonly [Deps, Deps];
  const runners: JobRunner[] = [];
  const said: unknown[] = [];

  beforeAll(() => {
    const { deps } = server().app;
    servers = [deps, { ...deps, db: server().engine === 'sqlite' ? deps.db : openDatabase(server().config).db }];
  });
  beforeEach(async () => {
    said.length = 0;
    await server().db.deleteFrom('tasks').execute();
  });
  afterEach(() => Promise.all(runners.splice(0).map((runner) => runner.stop())));
  afterAll(async () => {
    if (servers[1].db !== servers[0].db) await servers[1].db.destroy();
  });

  const start = (deps: Deps, ...jobs: Job[]): JobRunner => {
    const log = { warn: (...words: unknown[]) => void said.push(words) };
    const runner = startJobs(deps, jobs, log, { pollMs: 5, renewEveryMs: 20 });
    runners.push(runner);
    return runner;
  };
  const tasks = () => server().db.selectFrom('tasks').selectAll();
  const noted = () => tasks().executeTakeFirstOrThrow();
  const now = () => server().clock.now();
  /** Long enough for every server to have polled several times. */
  const aWhile = () => setTimeout(60);

  const never = (signal: AbortSignal) => setTimeout(60_000, undefined, { signal });
  const counting = (name: string, everyMs = minuteMs, more: object = {}) => {
    const job = { name, everyMs, runs: 0, run: async () => void (job.runs += 1), ...more };
    return job;
  };

  test('that is due is run by one of two servers, and again when it is due again', async () => {
    const job = counting('count', 10 * minuteMs);
    for (const deps of servers) start(deps, job);
    for (const expected of [1, 2, 3]) {
      await expect.poll(() => job.runs).toBe(expected);
      for (const minutes of [0, 9]) {
        server().clock.advance({ minutes });
        await aWhile();
        expect(job.runs).toBe(expected);
      }
      server().clock.advance({ minutes: 1 });
    }
  });

  test('that takes longer than its lease stays with the server that runs it', async () => {
    let runs = 0;
    const job: Job = { name: 'long', everyMs: minuteMs, run: (_, signal) => ((runs += 1), never(signal)) };
    start(servers[0], job);
    await expect.poll(() => runs).toBe(1);
    for (let step = 0; step < 6; step += 1) {
      server().clock.advance({ seconds: 40 });
      await expect.poll(async () => Date.parse((await noted()).lease_until ?? '') - now().getTime()).toBeGreaterThan(50_000);
    }
    start(servers[1], job);
    await aWhile();
    expect(runs).toBe(1);
  });

  test('is aborted when its server shuts down, and another server continues at once', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const moved = counting('moved', 24 * 60 * minuteMs);
    const first = start(servers[0], { ...moved, run: (_, signal) => (resolve(), never(signal)) });
    await promise;
    start(servers[1], moved);
    await aWhile();
    expect(moved.runs).toBe(0);
    await first.stop();
    await expect.poll(() => moved.runs).toBe(1);
    expect(said).toEqual([]);
  });

  test('that fails is logged, retried after five minutes, and does not delay other jobs', async () => {
    const failing = counting('failing', 24 * 60 * minuteMs);
    const run = async () => {
      await failing.run();
      if (failing.runs === 1) throw new Error('the disk is full');
    };
    const other = counting('other');
    start(servers[0], { ...failing, run }, other);
    await expect.poll(() => said).toHaveLength(1);
    const row = () => tasks().where('dedupe_key', '=', 'failing').executeTakeFirstOrThrow();
    await expect.poll(async () => (await row()).last_error).toBe('Error: the disk is full');
    server().clock.advance({ minutes: 4 });
    await expect.poll(() => other.runs).toBe(2);
    expect(failing.runs).toBe(1);
    server().clock.advance({ minutes: 1 });
    await expect.poll(row).toMatchObject({ holder: null, last_error: null });
    expect(failing.runs).toBe(2);
  });

  test('that goes by age waits for a day after the clock has jumped, ahead or back, and others do not', async () => {
    const { db } = server();
    const beat = () => recordHeartbeat(db, server().config.dataDir, now());
    const [removing, mailing] = [counting('removes', minuteMs, { byAge: true }), counting('mails')];
    await beat();
    start(servers[0], removing, mailing);
    await expect.poll(() => [removing.runs, mailing.runs]).toEqual([1, 1]);
    for (const jump of [{ days: 700 }, { days: -700 }]) {
      [removing.runs, mailing.runs] = [0, 0];
      server().clock.advance(jump);
      await expect.poll(() => mailing.runs).toBeGreaterThan(0);
      expect(await beat()).toBe(true);
      await aWhile();
      expect(removing.runs).toBe(0);
      server().clock.advance({ hours: 25 });
      expect(await beat()).toBe(false);
      await expect.poll(() => removing.runs).toBeGreaterThan(0);
    }
    await db.updateTable('heartbeat').set({ at: null, jumped_at: null }).execute();
  });
});
