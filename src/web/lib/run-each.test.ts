import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runEach } from './run-each.ts';

const pause = (turns: number) =>
  Array.from({ length: turns }).reduce<Promise<void>>((done) => done.then(() => {}), Promise.resolve());

test('every item runs once, with limited concurrency, and the outcomes are in order', async () => {
  const anyItems = fc.array(fc.record({ turns: fc.nat(5), fails: fc.boolean() }), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(anyItems, fc.integer({ min: 1, max: 6 }), async (items, concurrency) => {
      let underWay = 0;
      let most = 0;
      const ran: unknown[] = [];
      const run = async (item: (typeof items)[number]) => {
        ran.push(item);
        underWay += 1;
        most = Math.max(most, underWay);
        await pause(item.turns);
        underWay -= 1;
        if (item.fails) throw new Error('refused');
        return item;
      };
      const outcomes = await runEach(items, run, { concurrency });
      expect(ran).toEqual(items);
      expect(most).toBeLessThanOrEqual(concurrency);
      const came = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'));
      expect(came).toEqual(items.map((item) => (item.fails ? 'failed' : item)));
    }),
  );
});

test('after a fatal failure no further item is started, and the remaining items fail with the same error', async () => {
  const started: number[] = [];
  const away = new Error('The server could not be reached.');
  const run = async (item: number) => {
    started.push(item);
    await pause(item);
    if (item === 2) throw away;
    return item;
  };
  const outcomes = await runEach([1, 2, 3, 4, 5, 6], run, { concurrency: 2, isFatal: (error) => error === away });
  expect(started).toEqual([1, 2, 3]);
  const came = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason) as unknown);
  expect(came).toEqual([1, away, 3, away, away, away]);
});
