import { expect, test } from 'vitest';
import { pause } from './pause.ts';

test('a payment is looked at soon at first, then ever more seldom, and never given up', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 100].map(pause)).toEqual([500, 500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
});
