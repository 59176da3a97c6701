import { expect, test } from 'vitest';
import type { ContemporaryGroup } from './growth-of-young.ts';
import type { Season } from './season.ts';
import { bornPerWeek, gainsOfYear, lossesByCause, lossesByTime } from './season-charts.ts';

/** `2026-02-23 2 1` is a week in which two were born alive and one dead. */
const weeks = (text: string) => {
  const each = text.split(', ').map((week) => week.split(' '));
  return { weeks: new Map(each.map(([monday = '', alive, dead]) => [monday, { alive: Number(alive), dead: Number(dead) }])) };
};
const perWeek = (now: Parameters<typeof bornPerWeek>[0], before?: Parameters<typeof bornPerWeek>[1]) =>
  bornPerWeek(now, before).map((week) => `${week.monday} ${week.alive} ${week.dead}, before ${week.before}`);

test('weeks without a birth stand between those with one, beside what was born in that week of the year before', () => {
  const found = perWeek(weeks('2026-02-23 2 1, 2026-03-09 4 0'), weeks('2025-03-03 3 2'));
  expect(found).toEqual(['2026-02-23 2 1, before 0', '2026-03-02 0 0, before 5', '2026-03-09 4 0, before 0']);
  expect(perWeek(weeks('2026-02-23 1 0'))).toEqual(['2026-02-23 1 0, before 0']);
  expect(perWeek({ weeks: new Map() }, weeks('2025-03-03 3 2'))).toEqual([]);
});

test('losses are counted by cause and by the week of life, against the season before', () => {
  const none = { birth: 0, day1: 0, week1: 0, week2: 0, weeks3and4: 0, later: 0, unknown: 0 };
  const loss = (cause: Season['losses'][number]['cause'], all: number, time: keyof typeof none) =>
    ({ cause, byTime: { ...none, [time]: all }, all }) as Season['losses'][number];
  const now = { losses: [loss('stillborn', 3, 'birth'), loss('predator', 1, 'later')] } as unknown as Season;
  const then = { losses: [loss('illness', 2, 'week2'), loss('predator', 2, 'later')] } as unknown as Season;
  const said = (found: ReturnType<typeof lossesByCause> | ReturnType<typeof lossesByTime>) =>
    found.map((each) => `${each.key} ${each.now}, before ${each.before}`);
  expect(said(lossesByCause(now, then))).toEqual(['stillborn 3, before 0', 'predator 1, before 2', 'illness 0, before 2']);
  expect(said(lossesByTime(now, then))).toEqual(['birth 3, before 0', 'week2 0, before 2', 'later 1, before 2']);
  expect(lossesByCause(now, undefined).map(({ before }) => before)).toEqual([0, 0]);
});

test('the gain of a group has its median and its middle half, and one young alone is all of them', () => {
  const group = (from: string, ...gains: readonly number[]) =>
    ({ from, young: gains.map((gramsPerDay) => ({ gramsPerDay })) }) as unknown as ContemporaryGroup;
  const groups = [group('2026-03-01', 250, 200, 210, 230, 300), group('2026-05-01', 180), group('2025-03-01', 100)];
  const [first, second, ...others] = gainsOfYear(groups, 2026);
  expect(first).toMatchObject({ gains: [200, 210, 230, 250, 300], median: 230, middle: [210, 250] });
  expect(second).toMatchObject({ gains: [180], median: 180, middle: [180, 180] });
  expect(others).toEqual([]);
});
