import { expect, test } from 'vitest';
import { CallerGone, currentCaller, runAs, runForAll } from './caller.ts';
import { Semaphore } from './semaphore.ts';

test('shared work continues when its first caller disconnects, and still counts as that caller’s', async () => {
  const queue = new Semaphore({ name: 'shared_work', capacity: 1, waiting: 10 });
  const { promise: busy, resolve: finish } = Promise.withResolvers<void>();
  void queue.run(() => busy);
  const leaving = new AbortController();
  const ask = (run: <T>(work: () => T) => T) =>
    runAs({ key: 'ada', address: '192.0.2.1', signal: leaving.signal }, () =>
      run(() => queue.run(async () => currentCaller()?.key)),
    );
  const [own, shared] = [ask((work) => work()), ask(runForAll)];
  leaving.abort(new CallerGone());
  await expect(own).rejects.toThrow(CallerGone);
  finish();
  expect(await shared).toBe('ada');
});
