import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runEach } from './each.ts';

const pause = (turns: number) =>
  Array.from({ length: turns }).reduce<Promise<void>>((done) => done.then(() => {}), Promise.resolve());

test('every item runs once, never more than the limit at a time, and its outcome stands at its place', async () => {
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
          limit,
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
