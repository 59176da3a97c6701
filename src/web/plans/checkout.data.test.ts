import { expect, test } from 'vitest';
import { pollDelayMs } from './checkout.data.ts';

test('a payment is polled at growing intervals of at most 15 seconds, without end', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 100].map(pollDelayMs)).toEqual([500, 500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
});
