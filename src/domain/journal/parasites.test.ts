import { expect, test } from 'vitest';
import { addDays } from '../values/dates.ts';
import { checkupDewormings, dewormingsOf, frequentTreatments, judgeAnimals, lastPooled, thresholdsOf } from './parasites.ts';
import type { Thresholds } from './parasites.ts';

const today = '2026-06-30';
const none = { famacha: null, eggCount: null, bodyCondition: null, dag: null, jaw: null };
const thresholds: Thresholds = { ...none, famacha: 4, eggCount: 500, bodyCondition: 2 };

const scored = (animalId: string, daysAgo: number, scores: Partial<Thresholds>, isPooled = false) => {
  return { ...none, animalId, day: addDays(today, -daysAgo), isPooled, ...scores };
};
const wormed = (animalId: string, daysAgo: number) => {
  return { animalId, day: addDays(today, -daysAgo), medicine: 'd', productName: 'Drench' };
};

const judge = (scores: ReturnType<typeof scored>[], dewormings: ReturnType<typeof wormed>[] = [], by = thresholds) =>
  judgeAnimals(['a'], { scores, dewormings }, by, today)[0]!;

test.each([
  [{ famacha: 4 }, ['famacha']],
  [{ famacha: 3 }, []],
  [{ eggCount: 500 }, ['eggCount']],
  [{ eggCount: 499 }, []],
  [{ bodyCondition: 2 }, ['bodyCondition']],
  [{ bodyCondition: 2.5 }, []],
  [{ famacha: 5, bodyCondition: 1.5 }, ['famacha', 'bodyCondition']],
  [{ dag: 5 }, []],
])('an animal is to be treated with %j for %j', (scores, reasons) => {
  expect(judge([scored('a', 2, scores)]).reasons.map(({ score }) => score)).toEqual(reasons);
});

test('an animal is to be treated by its last score of each kind, unless that is older than three weeks', () => {
  expect(judge([scored('a', 9, { famacha: 5 }), scored('a', 2, { famacha: 2 })]).reasons).toEqual([]);
  expect(judge([scored('a', 22, { famacha: 5 })]).scores).toEqual([]);
});

test('an animal is not to be treated by a score after which, or on the day of which, it was dewormed', () => {
  expect(judge([scored('a', 9, { famacha: 5 })], [wormed('a', 9)]).reasons).toEqual([]);
  expect(judge([scored('a', 2, { famacha: 5 })], [wormed('a', 9)]).reasons).toHaveLength(1);
});

test('an animal is not to be treated by a score for which the farm has no threshold', () => {
  expect(judge([scored('a', 2, { famacha: 5 })], [], none).scores).toEqual([]);
});

test('the days with dewormings in the last twelve months are counted', () => {
  const dewormings = [5, 5, 60, 364, 365].map((ago) => wormed('a', ago));
  const { treatments, treatedOn } = judge([], dewormings);
  expect(treatments).toBe(frequentTreatments);
  expect(treatedOn).toBe(addDays(today, -5));
});

test('products that the farm has entered as dewormers count, and checkups with the extra for deworming', () => {
  const given = (productId: string | null) => ({ animalId: 'a', day: today, productId, productName: 'Drench' });
  const products = Object.entries({ drench: 'dewormer', shot: 'vaccine' }).map(([id, kind]) => ({ id, kind }));
  expect(dewormingsOf([given('drench'), given('shot'), given(null)], products)).toHaveLength(1);
  const checkups = [true, false].map((dewormed) => ({ animalId: 'a', day: today, dewormed, medication: '' }));
  expect(checkupDewormings(checkups)).toHaveLength(1);
});

test('a pooled sample describes the group and decides about no single animal', () => {
  const scores = [scored('a', 2, { eggCount: 900 }, true), scored('b', 2, { eggCount: 900 }, true), scored('c', 1, {}, true)];
  expect(judge(scores).reasons).toEqual([]);
  expect(lastPooled(scores, new Set(['a', 'b']))).toEqual({ day: addDays(today, -2), eggCount: 900, animals: 2 });
  expect(lastPooled(scores, new Set(['d']))).toBeUndefined();
});

test('a product on which no score was entered has no thresholds', () => {
  const names = ['treatFromFamacha', 'treatFromEggCount', 'treatToBodyCondition', 'treatFromDag', 'treatFromJaw'] as const;
  const empty = Object.fromEntries(names.map((name) => [name, null])) as Record<(typeof names)[number], null>;
  expect(thresholdsOf(empty)).toBeUndefined();
  expect(thresholdsOf({ ...empty, treatToBodyCondition: 2 })).toEqual({ ...none, bodyCondition: 2 });
});
