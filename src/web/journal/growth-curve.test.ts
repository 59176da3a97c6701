import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { recordedEvent } from '#test/any-event.ts';
import { bandOf, weightsOf } from './growth-curve.ts';

const kid = buildAnimal({ id: 'kid', birthDate: '2026-02-01', birthWeightGrams: 3000, sex: 'female', species: 'goat' });
const weighing = (day: string, weightGrams: number, voidedAt: string | null = null) =>
  recordedEvent({ kind: 'weighing', day, weightGrams }, { voidedAt });

test('the curve begins at birth, has one weight a day, and none that was undone', () => {
  const events = [
    weighing('2026-04-01', 12_000),
    weighing('2026-03-01', 7000),
    weighing('2026-03-01', 7500),
    weighing('2026-03-15', 1, '2026-03-16T08:00:00.000Z'),
    recordedEvent({ kind: 'weighing', day: '2026-03-01', weightGrams: 9000, method: 'estimate' }),
    recordedEvent({ kind: 'checkup', healthStatus: '3', weightGrams: 9072, day: '2026-03-20' }),
  ];
  const weights = Object.fromEntries(weightsOf(kid, events).map(({ day, grams }) => [day, grams]));
  expect(weights).toEqual({ '2026-02-01': 3000, '2026-03-01': 7500, '2026-03-20': 9072, '2026-04-01': 12_000 });
});

test('the band is the middle half of at least five of the same kind at birth and weaning', () => {
  const weaned = (index: number) => ({ weaningWeightGrams: 18_000 + index * 1000, weaningAgeDays: 60 });
  const peer = (n: number) => ({ ...kid, id: `peer${n}`, birthWeightGrams: 2000 + n * 500, ...weaned(n) });
  const peers = [0, 1, 2, 3, 4].map(peer);
  const others = [
    { ...peer(9), sex: 'male' as const },
    { ...kid, ...weaned(-17) },
  ];
  expect(bandOf(kid, [...peers, ...others])).toEqual([
    { day: '2026-02-01', low: 2500, middle: 3000, high: 3500 },
    { day: '2026-04-02', low: 19_000, middle: 20_000, high: 21_000 },
  ]);
  expect(bandOf(kid, peers.slice(1))).toEqual([]);
  expect(bandOf({ ...kid, birthDate: null }, peers)).toEqual([]);
});
