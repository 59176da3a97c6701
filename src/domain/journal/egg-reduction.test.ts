import { expect, test } from 'vitest';
import { addDays } from '../values/dates.ts';
import { eggReduction, openTests, reductionTests } from './egg-reduction.ts';

const day = '2026-06-01';
const ids = (size: number) => Array.from({ length: size }, (_, index) => `animal ${index}`);

const given = (animalIds: readonly string[], on = day) =>
  animalIds.map((animalId) => ({ animalId, day: on, medicine: 'drench', productName: 'Drench' }));
const counts = (animalIds: readonly string[], daysAfter: number, eggCount: number, isPooled = false) =>
  animalIds.map((animalId) => ({ animalId, day: addDays(day, daysAfter), eggCount, isPooled }));

test('without eggs before there is no reduction, and more eggs after are a negative one', () => {
  expect([eggReduction(2650, 200), eggReduction(100, 150), eggReduction(0, 0)]).toEqual([92.5, -50, undefined]);
});

test.each([
  [10, 2650, 200, 92.5, 'resistance'],
  [10, 2000, 100, 95, 'effective'],
  [10, 2000, 800, 60, 'useless'],
  [9, 2650, 200, 92.5, 'tooFew'],
  [10, 149, 0, 100, 'tooLow'],
])('a resistance test of %i animals from %i to %i eggs per gram says %d %% and %s', (size, before, after, percent, verdict) => {
  const those = ids(size);
  const [result] = reductionTests(given(those), [...counts(those, -2, before), ...counts(those, 12, after)]);
  expect(result).toMatchObject({ productName: 'Drench', day, before, after, percent, verdict });
});

test('a resistance test counts the same animals before and after, 10 to 14 days after the treatment', () => {
  const [a = '', b = '', c = '', d = ''] = ids(4);
  const before = [...counts([a, b, c], -14, 1000), ...counts([d], -15, 1000)];
  const after = [...counts([a, d], 10, 100), ...counts([b], 14, 100), ...counts([c], 15, 100)];
  expect(reductionTests(given(ids(4)), [...before, ...after]).map(({ animalIds }) => animalIds)).toEqual([[a, b]]);
});

test('a resistance test leaves out pooled samples and animals that were treated again before the second count', () => {
  const [a = '', b = '', c = ''] = ids(3);
  const all = [...counts([a, b, c], -1, 1000), ...counts([a, b], 12, 100), ...counts([c], 12, 100, true)];
  const found = reductionTests([...given([a, b, c]), ...given([b], addDays(day, 5))], all);
  expect(found.map(({ animalIds }) => animalIds)).toEqual([[a]]);
});

const [treated, untreated] = [ids(10), Array.from({ length: 10 }, (_, index) => `untreated ${index}`)];
const ofTreated = [...counts(treated, -2, 2000), ...counts(treated, 12, 100)];
const resultWith = (those: readonly string[], again: readonly string[] = [], on = day) =>
  reductionTests(
    [...given(treated), ...given(again, on).map((each) => ({ ...each, medicine: 'other' }))],
    [...ofTreated, ...counts(those, -1, 2000), ...counts(those, 11, 1000)],
  ).find(({ productName, animalIds }) => productName === 'Drench' && animalIds.length === 10);

test('a resistance test with untreated animals compares the second counts of both, because the eggs of the untreated have become fewer by themselves', () => {
  expect(resultWith([])).toMatchObject({ percent: 95, control: null, verdict: 'effective' });
  const control = { animals: 10, after: 1000, percent: 90 };
  expect(resultWith(untreated)).toMatchObject({ percent: 95, control, verdict: 'resistance' });
});

test('a resistance test with untreated animals needs as many of them as of the treated, and none of them with a dewormer from two weeks before until the second count', () => {
  expect(resultWith(untreated.slice(1))?.control).toBeNull();
  const animals = (days: number) => resultWith(untreated, untreated.slice(0, 1), addDays(day, days))?.control?.animals;
  expect([-15, -14, 5, 12].map(animals)).toEqual([10, undefined, undefined, 10]);
});

const those = ids(10);
const before = counts(those, -1, 1000);
const open = (today: number, more: Parameters<typeof openTests>[1] = [], again: Parameters<typeof openTests>[0] = []) =>
  openTests([...given(those), ...again], [...before, ...more], addDays(day, today));

test('a resistance test that is under way says until its last day which animals are to be counted again, and from when', () => {
  const expected = { productName: 'Drench', day, animalIds: those, firstDay: addDays(day, 10), lastDay: addDays(day, 14) };
  expect(open(0)).toEqual([expected]);
  expect(open(14)).toEqual([expected]);
  expect(open(15)).toEqual([]);
});

test('a resistance test that is under way leaves out animals that are counted already, and ends when all are', () => {
  expect(open(12, counts(those.slice(0, 4), 12, 100))).toMatchObject([{ animalIds: those.slice(4) }]);
  expect(open(12, counts(those, 12, 100))).toEqual([]);
});

test('a resistance test that is under way is none with too few animals that were counted before, or that were not treated again since', () => {
  expect(openTests(given(those), counts(those.slice(1), -1, 1000), day)).toEqual([]);
  expect(open(12, [], given(those.slice(0, 1), addDays(day, 5)))).toEqual([]);
});
