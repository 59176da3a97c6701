import { expect, test } from 'vitest';
import { browning2007, factorSetsOf, factorsFor, growthKind, rankInGroups, targetDays } from './adjusted-weights.ts';

test('the base animal of a set is not adjusted, older dams count as three years old, and an unknown litter has no factor', () => {
  const factor = (reared: number, damYears: number) =>
    factorsFor({ kind: 'male', born: 1, reared, damYears }, browning2007)?.product;
  expect([factor(1, 3), factor(1, 9), factor(1, 1), factor(2, 3)]).toEqual([1, 1, 1.1, undefined]);
});

test('weights of sheep are not adjusted until the farm has factors of its own', () => {
  const [none, own] = [factorSetsOf(null).sheep, factorSetsOf({ ...browning2007, byDamYears: { 1: 1.2, 2: 1, 3: 1 } }).sheep];
  expect(factorsFor({ kind: 'female', born: 3, reared: 2, damYears: undefined }, none)?.product).toBe(1);
  const single = { kind: 'male', born: 1, reared: 1 } as const;
  expect([1, undefined].map((damYears) => factorsFor({ ...single, damYears }, own)?.product)).toEqual([1.2, undefined]);
});

test('a weaning weight is brought to 60, 90 or 120 days, and none outside of 40 to 150', () => {
  const ages = [39, 40, 74, 75, 100, 101, 150, 151];
  expect(ages.map(targetDays)).toEqual([undefined, 60, 60, 90, 90, 120, 120, undefined]);
});

test('ranks are within one group, equal values share one, and a castrated male is compared as a wether', () => {
  const young = Object.entries({ a: 30, b: 20, c: 20, d: 10, other: 5 }).map(([id, value]) => ({ id, value }));
  const ranks = rankInGroups(
    young,
    ({ id }) => (id === 'other' ? 'y' : 'x'),
    ({ value }) => value,
  );
  expect(young.map((one) => ranks.get(one)?.rank)).toEqual([1, 2, 2, 4, 1]);
  expect(ranks.get(young[0]!)).toEqual({ rank: 1, of: 4, ratio: 1.5 });
  expect([growthKind('male', true), growthKind('male', false)]).toEqual(['wether', 'male']);
});
