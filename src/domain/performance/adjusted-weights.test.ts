import { expect, test } from 'vitest';
import { browning2007, factorSetsOf, factorsFor, growthKind, rankInGroups, targetDays, weightAtAge } from './adjusted-weights.ts';

test('a weight of 45 at 80 days of a doe, twin raised twin by a dam of 2 years, is 49.75 at 90 days and 71.03 adjusted', () => {
  const at90 = weightAtAge({ birthGrams: 7, grams: 45, ageDays: 80 }, 90);
  expect(at90).toBe(49.75);
  const factor = factorsFor({ kind: 'female', born: 2, reared: 2, damYears: 2 }, browning2007)!.product;
  expect(Math.round(at90 * factor * 100) / 100).toBe(71.03);
});

test('the base animal of a set is not adjusted, and older dams count as three years old', () => {
  expect(factorsFor({ kind: 'male', born: 1, reared: 1, damYears: 3 }, browning2007)?.product).toBe(1);
  expect(factorsFor({ kind: 'male', born: 1, reared: 1, damYears: 9 }, browning2007)?.product).toBe(1);
  expect(factorsFor({ kind: 'male', born: 1, reared: 1, damYears: 1 }, browning2007)?.product).toBe(1.1);
});

test('a litter that the set does not contain has no factor', () => {
  expect(factorsFor({ kind: 'male', born: 1, reared: 2, damYears: 3 }, browning2007)).toBeUndefined();
});

test('weights of sheep are not adjusted until the farm has factors of its own', () => {
  const [none, own] = [factorSetsOf(null).sheep, factorSetsOf({ ...browning2007, byDamYears: { 1: 1.2, 2: 1, 3: 1 } }).sheep];
  expect(factorsFor({ kind: 'female', born: 3, reared: 2, damYears: undefined }, none)?.product).toBe(1);
  expect(factorsFor({ kind: 'male', born: 1, reared: 1, damYears: 1 }, own)?.product).toBe(1.2);
  expect(factorsFor({ kind: 'male', born: 1, reared: 1, damYears: undefined }, own)).toBeUndefined();
});

test.each([
  [39, undefined],
  [40, 60],
  [74, 60],
  [75, 90],
  [100, 90],
  [101, 120],
  [150, 120],
  [151, undefined],
])('a weaning weight at %d days is brought to %s days', (age, target) => {
  expect(targetDays(age)).toBe(target);
});

test('a castrated male is compared as a wether', () => {
  expect([growthKind('male', true), growthKind('male', false), growthKind('female', false)]).toEqual([
    'wether',
    'male',
    'female',
  ]);
});

test('ranks are within one group, and equal values share a rank', () => {
  const young = [
    { id: 'a', group: 'x', value: 30 },
    { id: 'b', group: 'x', value: 20 },
    { id: 'c', group: 'x', value: 20 },
    { id: 'd', group: 'x', value: 10 },
    { id: 'e', group: 'y', value: 5 },
  ];
  const ranks = rankInGroups(
    young,
    ({ group }) => group,
    ({ value }) => value,
  );
  expect(young.map((one) => ranks.get(one)?.rank)).toEqual([1, 2, 2, 4, 1]);
  expect(ranks.get(young[0]!)).toEqual({ rank: 1, of: 4, ratio: 1.5 });
});
