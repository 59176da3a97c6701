import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runAs } from '#server/concurrency/caller.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { claimDueMail, queueMail } from '#server/mail/outbox.queries.ts';
import { claimPaymentTask } from '#server/subscriptions/payment-tasks.queries.ts';
import { describeOnEachEngine, engines, openTestServer, type TestServer } from '#test/engines.ts';
import {
  claimTask,
  finishTask,
  handTaskOver,
  purgeTasks,
  queueTasks,
  renewTask,
  retryTask,
  type Queue,
  type Task,
} from './tasks.queries.ts';

const minuteMs = 60_000;
const once: Queue = { kind: 'close_checkout', leaseMs: minuteMs, retryMs: minuteMs, longestRetryMs: 4 * minuteMs };
const recurring: Queue = { ...once, kind: 'job', key: 'sweep', everyMs: 10 * minuteMs };

describeOnEachEngine({ name: 'a task', usually: 'both' }, (server) => {
  beforeEach(() => server().db.deleteFrom('tasks').execute());
  const now = () => server().clock.now();
  const queue = (...keys: string[]) =>
    queueTasks(
      server().db,
      'close_checkout',
      keys.map((dedupe_key) => ({ dedupe_key })),
      now(),
    );
  const claim = (queues: readonly Queue[] = [once]): Promise<Task | undefined> => claimTask(server().db, queues, now());
  const claimed = async (queues?: readonly Queue[]): Promise<Task> => {
    const task = await claim(queues);
    if (!task) throw new Error('nothing is due');
    return task;
  };
  const read = () => server().db.selectFrom('tasks').selectAll().executeTakeFirstOrThrow();

  test('is queued once for each key of its kind, and any number of times without a key', async () => {
    await queue('a', 'b');
    await queue('b', 'c');
    await queueTasks(server().db, 'end_subscription', [{ dedupe_key: 'a' }], now());
    await queueTasks(server().db, 'mail', [{}, {}], now());
    expect(await server().db.selectFrom('tasks').select('id').execute()).toHaveLength(6);
  });

  test('is claimed once by servers that poll concurrently, and none of them misses another task', async () => {
    await queue('a', 'b', 'c', 'd');
    const tasks = await Promise.all([claim(), claim(), claim(), claim(), claim()]);
    expect(new Set(tasks.map((task) => task?.key))).toEqual(new Set(['a', 'b', 'c', 'd', undefined]));
  });

  test('of several queues is claimed in the order in which they were queued', async () => {
    await queue('first');
    server().clock.advance({ seconds: 1 });
    await queueTasks(server().db, 'end_subscription', [{ dedupe_key: 'second' }], now());
    const queues = [{ ...once, kind: 'end_subscription' }, once] as const;
    expect([(await claim(queues))?.key, (await claim(queues))?.key]).toEqual(['first', 'second']);
  });

  test('whose lease was lost is neither renewed, retried nor handed over by the former holder', async () => {
    await queue('a');
    const former = await claimed();
    server().clock.advance({ minutes: 2 });
    const current = await claimed();
    expect(await renewTask(server().db, former, now())).toBe(false);
    await retryTask(server().db, former, 'late', now());
    await handTaskOver(server().db, former, now());
    expect(await read()).toMatchObject({ holder: current.holder, last_error: null, attempts: 2 });
    expect(await renewTask(server().db, current, now())).toBe(true);
  });

  test('that is done stays done, even if its lease was lost and the other attempt fails', async () => {
    await queue('a');
    const former = await claimed();
    server().clock.advance({ minutes: 2 });
    const current = await claimed();
    await finishTask(server().db, former, now());
    await retryTask(server().db, current, 'refused', now());
    expect(await read()).toMatchObject({ state: 'done', holder: null, last_error: null });
    server().clock.advance({ days: 1 });
    expect(await claim()).toBeUndefined();
  });

  test('that fails is retried after delays that double up to the longest, and without an end unless its queue has limits', async () => {
    await queue('a');
    const delays: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const task = await claimed();
      const failedAt = now();
      expect(await retryTask(server().db, task, 'x'.repeat(1000), failedAt)).toBe(true);
      const { run_at, last_error } = await read();
      expect(last_error).toHaveLength(500);
      delays.push((Date.parse(run_at) - failedAt.getTime()) / minuteMs);
      server().clock.advance({ minutes: 5 });
    }
    expect(delays).toEqual([1, 2, 4, 4, 4, 4]);
  });

  test('fails permanently when both the attempts and the time of its queue are exceeded', async () => {
    await queue('a');
    const queues = [{ ...once, givenUpAfter: { attempts: 3, ms: 60 * minuteMs } }];
    const fail = async (): Promise<boolean> => retryTask(server().db, await claimed(queues), 'refused', now());
    expect(await fail()).toBe(true);
    server().clock.advance({ hours: 2 });
    expect(await fail()).toBe(true);
    server().clock.advance({ hours: 2 });
    expect(await fail()).toBe(false);
    expect(await read()).toMatchObject({ state: 'failed', last_error: 'refused', holder: null });
  });

  test('that recurs is due again one interval after its last start, even if it was claimed under a wrong clock', async () => {
    await queueTasks(server().db, 'job', [{ dedupe_key: 'sweep' }], now());
    for (let run = 0; run < 2; run += 1) {
      const task = await claimed([recurring]);
      server().clock.advance({ minutes: 4 });
      await renewTask(server().db, task, now());
      await finishTask(server().db, task, now());
      expect(await claim([recurring])).toBeUndefined();
      server().clock.advance({ minutes: 6 });
    }
    await claimTask(server().db, [recurring], new Date('2190-01-01'));
    expect(await claim([recurring])).toMatchObject({ key: 'sweep' });
  });

  test('that waits is never purged; old ones that are done or failed are', async () => {
    await queue('done', 'waiting');
    await finishTask(server().db, await claimed(), now());
    await queueTasks(server().db, 'close_checkout', [{ dedupe_key: 'failed', state: 'failed' }], now());
    const left = async (minutes: number) => {
      const before = new Date(now().getTime() + minutes * minuteMs);
      await purgeTasks(server().db, 'close_checkout', before.toISOString());
      const rows = await server().db.selectFrom('tasks').select('dedupe_key').orderBy('dedupe_key').execute();
      return rows.map(({ dedupe_key }) => dedupe_key);
    };
    expect(await left(-1)).toEqual(['done', 'failed', 'waiting']);
    expect(await left(1)).toEqual(['waiting']);
  });
});

describe.each(engines)('beside 10,000 finished tasks (%s)', (engine) => {
  let server: TestServer;
  let selects: CompiledQuery[] = [];
  beforeAll(async () => {
    server = await openTestServer(engine, {
      log: ({ query }) => void (query.sql.includes('"tasks"') && query.sql.startsWith('select') && selects.push(query)),
    });
    const numbers =
      engine === 'postgres'
        ? sql`select n from generate_series(1, 10000) n`
        : sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 10000) select n from numbers`;
    for (const table of [
      sql`tasks (id, kind, dedupe_key, state, run_at, run_order, created_at, finished_at)
          select 'id' || n, case n % 3 when 0 then 'end_subscription' when 1 then 'close_checkout' else 'mail' end, 'key' || n, 'done',
            '2026-01-01', '2026-01-01', '2026-01-01', '2026-01-01'`,
      sql`mails (id, to_address, subject, body, budget) select 'id' || n, 'a@b.c', '', '', 'confirmed:' || (n % 2000)`,
    ]) {
      await sql`insert into ${table} from (${numbers}) as numbers where true`.execute(server.db);
    }
    await sql`analyze`.execute(server.db);
  });
  afterAll(() => server?.close());

  const mail = { to: 'a@b.c', subject: 'S', text: 'T', html: null };
  const budget = { name: 'confirmed:a@b.c', perDay: 5, perOrigin: 5 };
  const caller = { key: 'x', address: '10.0.0.1', signal: new AbortController().signal };
  const queueLimited = () =>
    runAs(caller, () => inTransaction(server.db, (tx) => queueMail(tx, mail, server.clock.now(), budget)));

  test.each<[what: string, look: () => Promise<unknown>]>([
    ['a mail', () => claimDueMail(server.db, server.clock.now())],
    ['a payment task', () => claimPaymentTask(server.db, server.clock.now())],
    ['the budget and the place of a mail', queueLimited],
    ['jobs', () => claimTask(server.db, [recurring, { ...recurring, key: 'mend' }], server.clock.now())],
  ])('looking for %s is by index', async (_, look) => {
    selects = [];
    await look();
    expect(selects.length).toBeGreaterThan(0);
    for (const query of selects) {
      const explain = engine === 'postgres' ? 'explain' : 'explain query plan';
      const { rows } = await server.db.executeQuery(CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters]));
      const plan = JSON.stringify(rows);
      expect(plan).toMatch(/SEARCH tasks USING|Index (?:Only )?Scan (?:Backward )?using tasks_/);
      expect(plan).not.toMatch(/Seq Scan|SCAN (?:tasks|mails)/);
    }
  });
});
