import { expect, test } from 'vitest';
import { count, dollars, longDate, shortDate } from './format.ts';

test('a calendar date is the same day in every time zone', () => {
  expect(shortDate('2026-01-01')).toBe('01/01/2026');
  expect(longDate('2026-01-01')).toBe('January 1, 2026');
  expect(longDate('2024-02-29')).toBe('February 29, 2024');
});

test('amounts have thousands separators, and cents only if there are any', () => {
  expect([dollars(1250), dollars(5.5), dollars(0.29), dollars(1_000_000)]).toEqual(['$1,250', '$5.50', '$0.29', '$1,000,000']);
  expect(count(1362)).toBe('1,362');
});
