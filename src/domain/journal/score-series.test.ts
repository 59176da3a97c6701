import { expect, test } from 'vitest';
import type { EventOf } from '../records/events.ts';
import { scoreSeries } from './score-series.ts';

const noScores = { famacha: null, bodyCondition: null, dag: null, nasal: null, coat: null, jaw: null, eggCount: null };
const scores = (day: string, change: Partial<EventOf<'scores'>>) =>
  ({ id: day, day, time: null, createdAt: `${day}T08:00:00.000Z`, isPooled: false, ...noScores, ...change }) as EventOf<'scores'>;

test('the scores of an animal are listed in the order of their days, and only those that it has by itself', () => {
  const series = scoreSeries([scores('2026-06-01', { famacha: 4, jaw: 0 }), scores('2026-05-01', { famacha: 2 })]);
  expect(series.map(({ score, values }) => [score, ...values.map(({ value }) => value)].join(' '))).toEqual([
    'famacha 2 4',
    'jaw 0',
  ]);
  expect(scoreSeries([scores('2026-05-01', { eggCount: 900, isPooled: true })])).toEqual([]);
});

test.each([
  ['famacha', 2, 4, 'worse'],
  ['famacha', 4, 2, 'better'],
  ['eggCount', 800, 100, 'better'],
  ['bodyCondition', 2, 3, 'more'],
  ['bodyCondition', 3, 2.5, 'less'],
  ['dag', 1, 1, 'same'],
] as const)('%s from %d to %d is %s', (score, before, after, change) => {
  const [series] = scoreSeries([scores('2026-05-01', { [score]: before }), scores('2026-06-01', { [score]: after })]);
  expect(series?.change).toBe(change);
});
