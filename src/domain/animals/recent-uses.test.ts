import { expect, test } from 'vitest';
import { addDays } from '../values/dates.ts';
import { recentUses } from './recent-uses.ts';

test('lists the animals that had a product in the last fortnight with the last day, whatever the case of its name', () => {
  const day = '2026-11-22';
  const use = (animalId: string, ago: number, productName = 'CD&T') => ({ animalId, productName, day: addDays(day, -ago) });
  const uses = [use('a', 13), use('a', 2, 'cd&t'), use('a', 5), use('b', 13), use('c', 14), use('d', 0, 'Rabies')];
  expect(Object.fromEntries(recentUses(uses, 'CD&T', day))).toEqual({ a: addDays(day, -2), b: addDays(day, -13) });
});
