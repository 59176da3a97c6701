import { expect, test } from 'vitest';
import { parsePlanSearch } from './plan-search.ts';

test('valid search parameters of the plan page are read, and invalid ones dropped', () => {
  const chosen = { cancelled: 'id', cycle: 'yearly', coupon: 'SPRING20' };
  expect(parsePlanSearch(chosen)).toEqual(chosen);
  // The router reads a code of digits as a number.
  expect(parsePlanSearch({ coupon: 2026 })).toEqual({ coupon: '2026' });
  expect(parsePlanSearch({ cycle: 'weekly', coupon: ' ', checkout: 7, cancelled: ['x'] })).toEqual({});
  expect(parsePlanSearch({ coupon: { a: 1 }, cycle: null })).toEqual({});
});
