import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runEach } from './run-each.ts';

const pause = (turns: number) =>
  Array.from({ length: turns }).reduce<Promise<void>>((done) => done.then(() => {}), Promise.resolve());

test('every item runs once, with limited concurrency, and the outcomes are in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ turns: fc.nat(5), fails: fc.boolean() }), { maxLength: 30 }),
      fc.integer({ min: 1, max: 6 }),
      async (items, limit) => {
        let underWay = 0;
        let most = 0;
        const ran: unknown[] = [];
        const outcomes = await runEach(
          items,
          async (item) => {
            ran.push(item);
            underWay += 1;
            most = Math.max(most, underWay);
            await pause(item.turns);
            underWay -= 1;
            if (item.fails) throw new Error('refused');
            return item;
          },
          { concurrency: limit },
        );
        expect(ran).toEqual(items);
        expect(most).toBeLessThanOrEqual(limit);
        expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'))).toEqual(
          items.map((item) => (item.fails ? 'failed' : item)),
        );
      },
    ),
  );
});

test('after a fatal failure no further item is started, and the remaining items fail with the same error', async () => {
  const started: number[] = [];
  const away = new Error('The server could not be reached.');
  const outcomes = await runEach(
    [1, 2, 3, 4, 5, 6],
    async (item) => {
      started.push(item);
      await pause(item);
      if (item === 2) throw away;
      return item;
    },
    { concurrency: 2, isFatal: (error) => error === away },
  );
  expect(started).toEqual([1, 2, 3]);
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason))).toEqual([
    1,
    away,
    3,
    away,
    away,
    away,
  ]);
});
