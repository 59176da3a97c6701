import fc from 'fast-check';
import { expect, test } from 'vitest';
import { insertByDate } from './dated-list.ts';

const records = fc.array(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    date: fc.constantFrom('2026-11-18', '2026-11-19', '2026-11-20'),
    createdAt: fc.constantFrom('2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z'),
  }),
);

test('insertByDate keeps a list sorted and without duplicates for any order of inserts', () => {
  fc.assert(
    fc.property(records, (given) => {
      const list = given.reduce<typeof given>((kept, one) => insertByDate(kept, one, ({ date }) => date), []);
      expect(list.map(({ id }) => id).toSorted()).toEqual([...new Set(given.map(({ id }) => id))].toSorted());
      const order = list.map(({ date, createdAt }) => `${date} ${createdAt}`);
      expect(order).toEqual(order.toSorted().toReversed());
    }),
  );
});
