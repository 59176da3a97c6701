import { expect, test } from 'vitest';
import { CallerGone, runAs, type Caller } from './caller.ts';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

const at = (address: string, key: string, signal = new AbortController().signal): Caller => ({ key, address, signal });
const someone = (key: string, signal?: AbortSignal): Caller => at(key, key, signal);

/** Tasks that the test ends, and the order in which they ran. */
function workshop(queue: FairQueue) {
  const began: string[] = [];
  const open: (() => void)[] = [];
  return {
    began,
    ask: (caller: Caller, weight?: number) => {
      const answer = runAs(caller, () =>
        queue.run(() => {
          began.push(caller.key);
          return new Promise<void>((resolve) => open.push(resolve));
        }, weight),
      );
      answer.catch(() => {});
      return answer;
    },
    finishOne: async () => {
      open.shift()?.();
      await settle();
    },
    finishAll: async () => {
      while (open.length > 0) {
        open.shift()?.();
        await settle();
      }
    },
  };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('one caller with many tasks leaves a slot to others and is served in rotation with them', async () => {
  const queue = createFairQueue({ name: 'test', capacity: 2, waiting: 20 });
  const { began, ask, finishAll } = workshop(queue);
  for (let n = 0; n < 5; n += 1) void ask(someone('many'));
  void ask(someone('ada'));
  void ask(someone('bob'));
  await settle();
  expect(began).toEqual(['many', 'ada']);
  await finishAll();
  expect(began.indexOf('bob')).toBeLessThan(4);
  expect(began).toHaveLength(7);
  expect(queue.size).toEqual({ running: 0, waiting: 0 });
});

test('when the queue is full, the caller who fills it is rejected, and a new caller is not', async () => {
  const queue = createFairQueue({ name: 'test', capacity: 1, waiting: 3 });
  const { began, ask, finishAll } = workshop(queue);
  const filler = Array.from({ length: 4 }, () => ask(someone('filler')));
  await expect(ask(someone('filler'))).rejects.toMatchObject({ code: 'server.busy', retryAfter: 2 });
  const newCaller = ask(someone('new caller'));
  await expect(filler[3]).rejects.toMatchObject({ code: 'server.busy' });
  await finishAll();
  await newCaller;
  expect(began).toEqual(['filler', 'filler', 'new caller', 'filler']);
});

test('the waiting tasks of one caller can be limited below the size of the queue', async () => {
  const queue = createFairQueue({ name: 'test', capacity: 2, waiting: 20, waitingPerCaller: 2 });
  const { began, ask, finishAll } = workshop(queue);
  for (let n = 0; n < 3; n += 1) void ask(someone('many'));
  await expect(ask(someone('many'))).rejects.toMatchObject({ code: 'server.busy' });
  void ask(someone('ada'));
  await finishAll();
  expect(began.toSorted()).toEqual(['ada', 'many', 'many', 'many']);
  expect(queue.totals).toEqual({ begun: 4, waited: 2, refused: 1, left: 0 });
});

test('among callers with one task each the last one is rejected', async () => {
  const queue = createFairQueue({ name: 'test', capacity: 1, waiting: 2 });
  const { began, ask, finishAll } = workshop(queue);
  for (const key of ['a', 'b', 'c']) void ask(someone(key));
  await expect(ask(someone('d'))).rejects.toMatchObject({ code: 'server.busy' });
  await finishAll();
  expect(began).toEqual(['a', 'b', 'c']);
});

test('an address with many callers leaves room in the queue to another address, and is served in rotation with it', async () => {
  const queue = createFairQueue({ name: 'test', capacity: 2, waiting: 5 });
  const { began, ask, finishOne, finishAll } = workshop(queue);
  const many = Array.from({ length: 7 }, (_, n) => ask(at('shared', `many${n}`)));
  const newCaller = ask(at('elsewhere', 'ada'));
  await expect(many.at(-1)).rejects.toMatchObject({ code: 'server.busy' });
  await expect(ask(at('shared', 'many7'))).rejects.toMatchObject({ code: 'server.busy' });
  void ask(at('elsewhere', 'bob'));
  await settle();
  await finishOne();
  await finishOne();
  await finishOne();
  expect(began).toEqual(['many0', 'many1', 'many2', 'ada', 'many3']);
  await finishAll();
  await newCaller;
  expect(began.slice(5)).toEqual(['bob', 'many4']);
  expect(queue.size).toEqual({ running: 0, waiting: 0 });
});

test('the running tasks of one address can be limited, however many callers it has', async () => {
  const queue = createFairQueue({ name: 'test', capacity: 4, waiting: 10, perCaller: 2, perAddress: 3 });
  const { began, ask, finishAll } = workshop(queue);
  for (const key of ['a', 'a', 'b', 'b', 'c']) void ask(at('shared', key));
  void ask(at('elsewhere', 'ada'));
  await settle();
  expect(began).toEqual(['a', 'a', 'b', 'ada']);
  await finishAll();
  expect(began).toHaveLength(6);
});

test('a caller who disconnects while waiting takes no slot, wherever in the queue it was', async () => {
  const queue = createFairQueue({ name: 'test', capacity: 1, waiting: 10 });
  const { began, ask, finishAll } = workshop(queue);
  const leaving = new AbortController();
  void ask(someone('first'));
  const gone = [ask(someone('gone', leaving.signal)), ask(someone('gone', leaving.signal))];
  const last = ask(someone('last'));
  leaving.abort(new CallerGone());
  await Promise.all(gone.map((answer) => expect(answer).rejects.toBeInstanceOf(CallerGone)));
  await expect(ask(someone('gone', leaving.signal))).rejects.toBeInstanceOf(CallerGone);
  await finishAll();
  await last;
  expect(began).toEqual(['first', 'last']);
  expect(queue.size).toEqual({ running: 0, waiting: 0 });
});

test('a caller who disconnects when its task was just started takes no slot', async () => {
  const queue = createFairQueue({ name: 'test', capacity: 1, waiting: 10 });
  const { began, ask, finishAll } = workshop(queue);
  const leaving = new AbortController();
  const endFirst = await runAs(someone('first'), () => queue.enter());
  const gone = ask(someone('gone', leaving.signal));
  const last = ask(someone('last'));
  endFirst();
  leaving.abort(new CallerGone());
  await expect(gone).rejects.toBeInstanceOf(CallerGone);
  await settle();
  await finishAll();
  await last;
  expect(began).toEqual(['last']);
  expect(queue.size).toEqual({ running: 0, waiting: 0 });
});

test('a task that fails releases its slot', async () => {
  const queue = createFairQueue({ name: 'test', capacity: 1, waiting: 1 });
  await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue.run(async () => 'fine')).toBe('fine');
});

test('a heavy task waits for capacity and is not overtaken for ever; when its caller disconnects, the tasks behind it run', async () => {
  const queue = createFairQueue({ name: 'test', capacity: 2, waiting: 10 });
  const { began, ask, finishAll, finishOne } = workshop(queue);
  const leaving = new AbortController();
  void ask(someone('a'));
  void ask(someone('heavy'), 2);
  void ask(someone('b'));
  await settle();
  expect(began).toEqual(['a']);
  await finishOne();
  expect(began).toEqual(['a', 'heavy']);
  await finishAll();
  expect(began).toEqual(['a', 'heavy', 'b']);

  void ask(someone('c'));
  void ask(someone('impatient', leaving.signal), 2);
  void ask(someone('d'));
  await settle();
  expect(began.slice(3)).toEqual(['c']);
  leaving.abort(new CallerGone());
  await settle();
  expect(began.slice(3)).toEqual(['c', 'd']);
  await finishAll();
});

test('work without a caller uses the whole capacity', async () => {
  const queue = createFairQueue({ name: 'test', capacity: 2, waiting: 2 });
  let running = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 4 }, () =>
      queue.run(async () => {
        most = Math.max(most, (running += 1));
        await settle();
        running -= 1;
      }),
    ),
  );
  expect(most).toBe(2);
});

test('a task that waits longer than the timeout is rejected and takes no slot', async () => {
  const queue = createFairQueue({ name: 'test', capacity: 1, waiting: 5, timeoutMs: 20 });
  const { began, ask, finishAll } = workshop(queue);
  void ask(someone('first'));
  await expect(ask(someone('second'))).rejects.toMatchObject({ code: 'server.busy' });
  await finishAll();
  expect(began).toEqual(['first']);
  expect(queue.size).toEqual({ running: 0, waiting: 0 });
});

test('tasks that outlive their caller run after it has disconnected', async () => {
  const queue = createFairQueue({ name: 'test', capacity: 1, waiting: 5, outlivesCaller: true });
  const { began, ask, finishAll } = workshop(queue);
  const leaving = new AbortController();
  void ask(someone('first'));
  const part = ask(someone('second', leaving.signal));
  await settle();
  leaving.abort(new CallerGone());
  await finishAll();
  await part;
  expect(began).toEqual(['first', 'second']);
});
