import { beforeEach, expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';
import { claimTask, finishTask, handTaskOver, purgeTasks, queueTasks } from './tasks.queries.ts';
import { renewTask, retryTask, type Queue, type Task } from './tasks.queries.ts';

const minuteMs = 60_000;
const once: Queue = { kind: 'close_checkout', leaseMs: minuteMs, retryMs: minuteMs, longestRetryMs: 4 * minuteMs };

describeOnEachEngine({ name: 'a task', usually: 'both' }, (server) => {
  beforeEach(() => server().db.deleteFrom('tasks').execute());
  const now = () => server().clock.now();
  const queueOf = (kind: 'close_checkout' | 'end_subscription' | 'mail', ...tasks: Parameters<typeof queueTasks>[2]) =>
    queueTasks(server().db, kind, tasks, now());
  const queue = (...keys: string[]) => queueOf('close_checkout', ...keys.map((dedupe_key) => ({ dedupe_key })));
  const claim = (queues: readonly Queue[] = [once]): Promise<Task | undefined> => claimTask(server().db, queues, now());
  const claimed = async (queues?: readonly Queue[]): Promise<Task> => (await claim(queues)) ?? expect.fail('nothing is due');
  const read = () => server().db.selectFrom('tasks').selectAll().executeTakeFirstOrThrow();

  test('is queued once for each key of its kind, and any number of times without a key', async () => {
    await queue('a', 'b');
    await queue('b', 'c');
    await queueOf('end_subscription', { dedupe_key: 'a' });
    await queueOf('mail', {}, {});
    expect(await server().db.selectFrom('tasks').select('id').execute()).toHaveLength(6);
  });

  test('is claimed once by servers that poll concurrently, and none of them misses another task', async () => {
    await queue('a', 'b', 'c', 'd');
    const tasks = await Promise.all([claim(), claim(), claim(), claim(), claim()]);
    expect(new Set(tasks.map((task) => task?.key))).toEqual(new Set(['a', 'b', 'c', 'd', undefined]));
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

  test('that waits is never purged; old ones that are done or failed are', async () => {
    await queue('done', 'waiting');
    await finishTask(server().db, await claimed(), now());
    await queueOf('close_checkout', { dedupe_key: 'failed', state: 'failed' });
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
