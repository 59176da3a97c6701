import { expect, test } from 'vitest';
import { momentText, timeOf } from './moments.ts';

const now = new Date(2026, 10, 23, 7, 0);

test('a moment of today is its time, one of another day says the day', () => {
  expect(momentText(new Date(2026, 10, 23, 6, 4).toISOString(), now)).toBe('06:04');
  expect(momentText(new Date(2026, 10, 22, 18, 4).toISOString(), now)).toBe('Nov 22, 18:04');
  expect(timeOf(new Date(2026, 10, 22, 0, 0).toISOString())).toBe('00:00');
});
