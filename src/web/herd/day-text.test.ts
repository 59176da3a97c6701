import { expect, test } from 'vitest';
import { ageText, dayText, distanceText } from './day-text.ts';

const texts = (days: Readonly<Record<string, string>>, textOf: (day: string, now: string) => string) =>
  Object.fromEntries(Object.keys(days).map((day) => [day, textOf(day, '2026-11-22')]));

test('a day is written with its weekday, and with the year if that is another', () => {
  const days = { '2026-11-25': 'Wed, Nov 25', '2025-03-01': 'Sat, Mar 1, 2025', '1969-12-31': 'Wed, Dec 31, 1969' };
  expect(texts(days, dayText)).toEqual(days);
});

test('a day is told by how far it is away', () => {
  const near = { '2026-11-23': 'tomorrow', '2026-11-22': 'today', '2026-11-21': 'yesterday' };
  const days = { ...near, '2026-11-25': 'in 3 days', '2026-11-19': '3 days ago' };
  expect(texts(days, distanceText)).toEqual(days);
});

test('an age is told in days, then in months, and from two years on in years', () => {
  const young = { '2026-11-22': '0 days', '2026-11-21': '1 day', '2026-09-22': '2 months', '2026-06-23': '4 months' };
  const ages = { ...young, '2025-01-22': '22 months', '2024-11-22': '2 years', '2023-11-23': '2 years' };
  expect(texts(ages, ageText)).toEqual(ages);
});
