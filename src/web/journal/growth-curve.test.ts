import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { recordedEvent } from '#test/any-event.ts';
import { bandOf, chart, scaleOf, weightsOf } from './growth-curve.ts';

const kid = buildAnimal({ id: 'kid', birthDate: '2026-02-01', birthWeightGrams: 3000, sex: 'female', species: 'goat' });
const weighing = (day: string, weightGrams: number, voidedAt: string | null = null) =>
  recordedEvent({ kind: 'weighing', day, weightGrams }, { voidedAt });

test('the curve begins at birth, has one weight a day, and none that was undone', () => {
  const events = [
    weighing('2026-04-01', 12_000),
    weighing('2026-03-01', 7000),
    weighing('2026-03-01', 7500),
    weighing('2026-03-15', 1, '2026-03-16T08:00:00.000Z'),
    recordedEvent({ kind: 'checkup', healthStatus: '3', weightGrams: 9072, day: '2026-03-20' }),
  ];
  expect(weightsOf(kid, events)).toEqual([
    { day: '2026-02-01', grams: 3000 },
    { day: '2026-03-01', grams: 7500 },
    { day: '2026-03-20', grams: 9072 },
    { day: '2026-04-01', grams: 12_000 },
  ]);
});

test('the band is the middle half of at least five of the same kind at birth and weaning', () => {
  const peer = (index: number) =>
    buildAnimal({
      id: `peer${index}`,
      sex: 'female',
      species: 'goat',
      birthWeightGrams: 2000 + index * 500,
      weaningWeightGrams: 18_000 + index * 1000,
      weaningAgeDays: 60,
    });
  const peers = [0, 1, 2, 3, 4].map(peer);
  expect(bandOf(kid, [...peers, { ...peer(9), sex: 'male' }, { ...kid, weaningWeightGrams: 1, weaningAgeDays: 60 }])).toEqual([
    { day: '2026-02-01', low: 2500, middle: 3000, high: 3500 },
    { day: '2026-04-02', low: 19_000, middle: 20_000, high: 21_000 },
  ]);
  expect(bandOf(kid, peers.slice(1))).toEqual([]);
  expect(bandOf({ ...kid, birthDate: null }, peers)).toEqual([]);
});

test.each([0.5, 3, 12, 50, 148, 399, 1500])('a weight of %d lbs is drawn inside the chart, with two to six lines', (pounds) => {
  const weights = [
    { day: '2026-02-01', grams: 100 },
    { day: '2026-05-01', grams: pounds * 453.592_37 },
  ];
  const { x, y, ticks } = scaleOf(weights, []);
  expect([x('2026-02-01'), x('2026-05-01')]).toEqual([chart.left, chart.right]);
  expect(y(pounds * 453.592_37)).toBeGreaterThanOrEqual(chart.top);
  expect(y(0)).toBe(chart.bottom);
  expect(ticks.length).toBeGreaterThanOrEqual(1);
  expect(ticks.length).toBeLessThanOrEqual(6);
});
