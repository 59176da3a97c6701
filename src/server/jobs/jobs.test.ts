import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordHeartbeat } from '#server/db/heartbeat.ts';
import { openDatabase } from '#server/db/engines/connect.ts';
import type { Deps } from '#server/deps.ts';
import { describeOnEachEngine } from '#test/engines.ts';
import { queueTasks } from '#server/tasks/tasks.queries.ts';
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

  test('that is due is run by one of two servers, and again when it is due again', async () => {
    let runs = 0;
    const job: Job = { name: 'count', everyMs: 10 * minuteMs, run: async () => void (runs += 1) };
    for (const deps of servers) start(deps, job);
    for (const expected of [1, 2, 3]) {
      await expect.poll(() => runs).toBe(expected);
      await aWhile();
      expect(runs).toBe(expected);
      server().clock.advance({ minutes: 9 });
      await aWhile();
      expect(runs).toBe(expected);
      server().clock.advance({ minutes: 1 });
    }
  });

  test('that takes longer than its lease stays with the server that runs it', async () => {
    let runs = 0;
    const job: Job = {
      name: 'long',
      everyMs: minuteMs,
      run: (_, signal) => ((runs += 1), setTimeout(60_000, undefined, { signal })),
    };
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
    let isFinished = false;
    const job = (rest: (signal: AbortSignal) => Promise<unknown>): Job => ({
      name: 'moved',
      everyMs: 24 * 60 * minuteMs,
      run: async (_, signal) => void (await rest(signal)),
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = start(
      servers[0],
      job((signal) => (resolve(), setTimeout(60_000, undefined, { signal }))),
    );
    await promise;
    start(
      servers[1],
      job(async () => (isFinished = true)),
    );
    await aWhile();
    expect(isFinished).toBe(false);
    await first.stop();
    await expect.poll(() => isFinished).toBe(true);
    expect(said).toEqual([]);
  });

  test('is awaited by a server that shuts down, and its end is recorded', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const job: Job = { name: 'last', everyMs: minuteMs, run: () => (resolve(), setTimeout(40)) };
    const runner = start(servers[0], job);
    await promise;
    await runner.stop();
    expect(await noted()).toMatchObject({ holder: null, last_error: null });
    expect((await noted()).finished_at).not.toBeNull();
    server().clock.advance({ minutes: 2 });
    await aWhile();
    expect(Date.parse((await noted()).run_at)).toBeLessThan(now().getTime());
  });

  test('is aborted when another server has taken it over', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const job: Job = {
      name: 'taken',
      everyMs: minuteMs,
      run: (_, signal) => setTimeout(60_000, undefined, { signal }).catch(resolve),
    };
    start(servers[0], job);
    await expect.poll(async () => (await noted()).holder).not.toBeNull();
    await server().db.updateTable('tasks').set({ holder: 'another' }).execute();
    await promise;
    await aWhile();
    expect((await noted()).holder).toBe('another');
  });

  test('that fails is logged, retried after five minutes, and does not delay other jobs', async () => {
    let [tries, others] = [0, 0];
    const failing: Job = {
      name: 'failing',
      everyMs: 24 * 60 * minuteMs,
      run: async () => {
        tries += 1;
        if (tries === 1) throw new Error('the disk is full');
      },
    };
    const other: Job = { name: 'other', everyMs: minuteMs, run: async () => void (others += 1) };
    start(servers[0], failing, other);
    await expect.poll(() => said).toHaveLength(1);
    const row = () => tasks().where('dedupe_key', '=', 'failing').executeTakeFirstOrThrow();
    await expect.poll(async () => (await row()).last_error).toBe('Error: the disk is full');
    server().clock.advance({ minutes: 4 });
    await expect.poll(() => others).toBe(2);
    expect(tries).toBe(1);
    server().clock.advance({ minutes: 1 });
    await expect.poll(row).toMatchObject({ holder: null, last_error: null });
    expect(tries).toBe(2);
  });

  test.each([
    ['far ahead', { run_at: '2190-01-01T00:00:00.000Z' }],
    ['far ahead, with a lease', { holder: 'x', lease_until: '2190-01-01T00:00:00.000Z', run_at: '2190-01-01T00:00:00.000Z' }],
    ['far behind', { holder: 'x', lease_until: '1970-01-01T00:00:00.000Z', run_at: '1970-01-01T00:00:00.000Z' }],
  ])('that was started while the clock was %s runs all the same', async (_, row) => {
    let runs = 0;
    await queueTasks(server().db, 'job', [{ dedupe_key: 'clock' }], now());
    await server().db.updateTable('tasks').set(row).execute();
    start(servers[0], { name: 'clock', everyMs: minuteMs, run: async () => void (runs += 1) });
    await expect.poll(() => runs).toBe(1);
    await aWhile();
    expect(runs).toBe(1);
  });

  test('that goes by age waits for a day after the clock has jumped, ahead or back, and others do not', async () => {
    const { db } = server();
    const runs: string[] = [];
    const job = (name: string, byAge: object): Job => ({
      name,
      everyMs: minuteMs,
      run: async () => void runs.push(name),
      ...byAge,
    });
    await recordHeartbeat(db, server().config.dataDir, now());
    start(servers[0], job('removes', { byAge: true }), job('mails', {}));
    await expect.poll(() => runs.toSorted()).toEqual(['mails', 'removes']);
    for (const jump of [{ days: 700 }, { days: -700 }]) {
      runs.length = 0;
      server().clock.advance(jump);
      await expect.poll(() => runs).toContain('mails');
      expect(await recordHeartbeat(db, server().config.dataDir, now())).toBe(true);
      await aWhile();
      expect(runs).not.toContain('removes');
      server().clock.advance({ hours: 25 });
      expect(await recordHeartbeat(db, server().config.dataDir, now())).toBe(false);
      await expect.poll(() => runs).toContain('removes');
    }
    await db.updateTable('heartbeat').set({ at: null, jumped_at: null }).execute();
  });
});
