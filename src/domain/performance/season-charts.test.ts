import { expect, test } from 'vitest';
import type { ContemporaryGroup } from './growth-of-young.ts';
import type { Season } from './season.ts';
import { bornPerWeek, gainsOfYear, lossesByCause, lossesByTime } from './season-charts.ts';

const weeks = (...each: readonly (readonly [monday: string, alive: number, dead: number])[]) => ({
  weeks: new Map(each.map(([monday, alive, dead]) => [monday, { alive, dead }])),
});

test('weeks without a birth stand between those with one, beside what was born in that week of the year before', () => {
  expect(bornPerWeek(weeks(['2026-02-23', 2, 1], ['2026-03-09', 4, 0]), weeks(['2025-03-03', 3, 2]))).toEqual([
    { monday: '2026-02-23', alive: 2, dead: 1, before: 0 },
    { monday: '2026-03-02', alive: 0, dead: 0, before: 5 },
    { monday: '2026-03-09', alive: 4, dead: 0, before: 0 },
  ]);
});

test('one week of births is one week, and a season without births has none whatever was born before', () => {
  expect(bornPerWeek(weeks(['2026-02-23', 1, 0]), undefined)).toEqual([{ monday: '2026-02-23', alive: 1, dead: 0, before: 0 }]);
  expect(bornPerWeek(weeks(), weeks(['2025-03-03', 3, 2]))).toEqual([]);
});

const none = { birth: 0, day1: 0, week1: 0, week2: 0, weeks3and4: 0, later: 0, unknown: 0 };
const lost = (...losses: Season['losses']) => ({ losses }) as Season;

test('losses are counted by cause and by the week of life, against the season before', () => {
  const now = lost(
    { cause: 'stillborn', byTime: { ...none, birth: 3 }, all: 3 },
    { cause: 'predator', byTime: { ...none, later: 1 }, all: 1 },
  );
  const then = lost(
    { cause: 'illness', byTime: { ...none, week2: 2 }, all: 2 },
    { cause: 'predator', byTime: { ...none, later: 2 }, all: 2 },
  );
  expect(lossesByCause(now, then)).toEqual([
    { key: 'stillborn', now: 3, before: 0 },
    { key: 'predator', now: 1, before: 2 },
    { key: 'illness', now: 0, before: 2 },
  ]);
  expect(lossesByTime(now, then)).toEqual([
    { key: 'birth', now: 3, before: 0 },
    { key: 'week2', now: 0, before: 2 },
    { key: 'later', now: 1, before: 2 },
  ]);
  expect(lossesByCause(now, undefined).map(({ before }) => before)).toEqual([0, 0]);
});

test('the gain of a group has its median and its middle half, and one young alone is all of them', () => {
  const group = (from: string, ...gains: readonly number[]) =>
    ({ from, young: gains.map((gramsPerDay) => ({ gramsPerDay })) }) as unknown as ContemporaryGroup;
  const found = gainsOfYear(
    [group('2026-03-01', 250, 200, 210, 230, 300), group('2026-05-01', 180), group('2025-03-01', 100)],
    2026,
  );
  expect(found.map(({ gains, median, middle }) => ({ gains, median, middle }))).toEqual([
    { gains: [200, 210, 230, 250, 300], median: 230, middle: [210, 250] },
    { gains: [180], median: 180, middle: [180, 180] },
  ]);
});
