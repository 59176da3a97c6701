import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CallerGone, runAs } from './caller.ts';
import { Semaphore, type SemaphoreOptions } from './semaphore.ts';

/** Tasks that the test ends, and the order in which they began. */
function workshop(options: Partial<SemaphoreOptions>) {
  const semaphore = new Semaphore({ name: 'test', capacity: 2, waiting: 20, ...options });
  const began: string[] = [];
  const open: (() => void)[] = [];
  return {
    semaphore,
    began,
    ask: (key: string, signal = new AbortController().signal): Promise<void> => {
      const answer = runAs({ key, address: key, signal }, () =>
        semaphore.run(() => {
          began.push(key);
          return new Promise<void>((resolve) => open.push(resolve));
        }),
      );
      answer.catch(() => {});
      return answer;
    },
    finishAll: async () => {
      while (semaphore.size.running > 0) {
        open.shift()?.();
        await setImmediate();
      }
    },
  };
}

test('one caller with many tasks leaves a slot to others and is served in turn with them', async () => {
  const { ask, began, semaphore, finishAll } = workshop({});
  for (let n = 0; n < 5; n += 1) void ask('many');
  expect(semaphore.size).toEqual({ running: 1, waiting: 4 });
  void ask('ada');
  for (const key of ['bob', 'bob', 'cleo']) void ask(key);
  await finishAll();
  expect(began.slice(0, 5)).toEqual(['many', 'ada', 'many', 'bob', 'cleo']);
  expect(semaphore.size).toEqual({ running: 0, waiting: 0 });
});

test('one caller cannot fill the places of those who wait, and beyond them all are refused', async () => {
  const { ask, semaphore, finishAll } = workshop({ waiting: 4, waitingPerCaller: 2 });
  for (let n = 0; n < 3; n += 1) void ask('many');
  await expect(ask('many')).rejects.toMatchObject({ code: 'server.busy' });
  for (const key of ['ada', 'bob', 'cleo']) void ask(key);
  await expect(ask('dora')).rejects.toMatchObject({ code: 'server.busy' });
  expect(semaphore.totals.refused).toBe(2);
  await finishAll();
});

test('who leaves gives back, while waiting and when just started', async () => {
  const { ask, semaphore, began, finishAll } = workshop({ capacity: 1 });
  void ask('ada');
  const [waits, starts] = [new AbortController(), new AbortController()];
  const [left, started] = [ask('bob', waits.signal), ask('cleo', starts.signal)];
  void ask('dora');
  waits.abort(new CallerGone());
  await expect(left).rejects.toThrow(CallerGone);
  const finished = finishAll();
  starts.abort(new CallerGone());
  await expect(started).rejects.toThrow(CallerGone);
  await finished;
  await finishAll();
  expect(began).toEqual(['ada', 'dora']);
  expect(semaphore.size).toEqual({ running: 0, waiting: 0 });
});

test('a task that waits too long is refused, and one that fails gives back its place', async () => {
  const { ask, semaphore, finishAll } = workshop({ capacity: 1, timeoutMs: 5 });
  await expect(semaphore.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  void ask('ada');
  await expect(ask('bob')).rejects.toMatchObject({ code: 'server.busy' });
  await finishAll();
  expect(semaphore.size).toEqual({ running: 0, waiting: 0 });
});

test('a place is wanted by other tasks of its caller, and by others only if all places are taken and they may have one more', async () => {
  const { ask, semaphore, finishAll } = workshop({ capacity: 3, perCaller: 2 });
  const wanted = () => ['ada', 'bob', 'cleo'].filter((key) => semaphore.isWanted(key));
  void ask('bob');
  void ask('bob');
  void ask('bob');
  expect(wanted()).toEqual(['bob']);
  void ask('ada');
  expect(wanted()).toEqual(['bob']);
  void ask('cleo');
  expect(wanted()).toEqual(['ada', 'bob', 'cleo']);
  await finishAll();
});
