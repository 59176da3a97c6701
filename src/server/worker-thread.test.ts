import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CallerGone, runAs } from '#server/concurrency/caller.ts';
import { openThread, ThreadOverrun, type ThreadOptions } from './worker-thread.ts';

const script = (code: string): URL => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const listening = `import { parentPort } from 'node:worker_threads'; let sent = [];`;
const options = (more: Partial<ThreadOptions> = {}): ThreadOptions => ({
  data: null,
  timeLimitMs: 10_000,
  maxMegabytes: 64,
  ...more,
});

test('a thread that takes too long or too much memory is terminated with an error that says so', async () => {
  const overrun = (error: unknown) => error instanceof ThreadOverrun && error.message;
  const endless = `${listening} parentPort.on('message', () => { for (;;); });`;
  await using slow = openThread(script(endless), options({ timeLimitMs: 200 }));
  expect(await slow.next().catch(overrun)).toBe('the work took too long or too much memory');
  const greedy = `${listening} parentPort.on('message', () => { for (let i = 0; ; i += 1) sent.push({ i, pair: [i, i + 1] }); });`;
  await using large = openThread(script(greedy), options({ maxMegabytes: 16 }));
  expect(await large.next().catch(overrun)).toBe('the work took too long or too much memory');
});

test('a thread is terminated as soon as its caller disconnects', async () => {
  const controller = new AbortController();
  const turns = new Int32Array(new SharedArrayBuffer(4));
  const endless = `import { parentPort, workerData } from 'node:worker_threads';
    parentPort.on('message', () => { for (;;) Atomics.add(workerData, 0, 1); });`;
  const answer = runAs({ key: 'farm:1', address: '192.0.2.1', signal: controller.signal }, async () => {
    await using thread = openThread(script(endless), options({ data: turns }));
    return await thread.next();
  });
  const ended = answer.catch((error: unknown) => error);
  await expect.poll(() => Atomics.load(turns, 0)).toBeGreaterThan(0);
  controller.abort(new CallerGone());
  expect(await ended).toBeInstanceOf(CallerGone);
  const last = Atomics.load(turns, 0);
  await setTimeout(50);
  expect(Atomics.load(turns, 0)).toBe(last);
});
