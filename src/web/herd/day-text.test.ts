import { expect, test } from 'vitest';
import { ageText, dayText, distanceText } from './day-text.ts';

test.each([
  ['2026-11-25', 'Wed, Nov 25'],
  ['2026-12-04', 'Fri, Dec 4'],
  ['2025-03-01', 'Sat, Mar 1, 2025'],
  ['1969-12-31', 'Wed, Dec 31, 1969'],
])('%s is written %s', (day, text) => {
  expect(dayText(day, '2026-11-22')).toBe(text);
});

test.each([
  ['2026-11-25', 'in 3 days'],
  ['2026-11-23', 'tomorrow'],
  ['2026-11-22', 'today'],
  ['2026-11-21', 'yesterday'],
  ['2026-11-19', '3 days ago'],
])('%s is %s', (day, text) => {
  expect(distanceText(day, '2026-11-22')).toBe(text);
});

test.each([
  ['2026-11-22', '0 days'],
  ['2026-11-21', '1 day'],
  ['2026-09-22', '2 months'],
  ['2026-06-23', '4 months'],
  ['2025-01-22', '22 months'],
  ['2024-11-22', '2 years'],
  ['2023-11-23', '2 years'],
])('an animal born on %s is %s old', (born, text) => {
  expect(ageText(born, '2026-11-22')).toBe(text);
});
