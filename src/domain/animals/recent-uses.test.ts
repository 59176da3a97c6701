import { expect, test } from 'vitest';
import { addDays } from '../values/dates.ts';
import { recentUses } from './recent-uses.ts';

const day = '2026-11-22';

test('lists the animals that had a product in the last fortnight with the last day, whatever the case of its name', () => {
  const use = (animalId: string, daysAgo: number, productName = 'CD&T') => ({
    animalId,
    productName,
    day: addDays(day, -daysAgo),
  });
  const uses = [use('a', 13), use('a', 2, 'cd&t'), use('a', 5), use('b', 13), use('c', 14), use('d', 0, 'Rabies')];
  expect([...recentUses(uses, 'CD&T', day)]).toEqual([
    ['a', addDays(day, -2)],
    ['b', addDays(day, -13)],
  ]);
});
