import { describe, expect, test } from 'vitest';
import { addDays } from '../values/dates.ts';
import {
  checkupDewormings,
  dewormingsOf,
  judgeAnimals,
  lastPooled,
  frequentTreatments,
  type Thresholds,
  thresholdsOf,
} from './parasites.ts';

const today = '2026-06-30';
const none = { famacha: null, eggCount: null, bodyCondition: null, dag: null, jaw: null };
const thresholds: Thresholds = { ...none, famacha: 4, eggCount: 500, bodyCondition: 2 };

const scored = (animalId: string, daysAgo: number, scores: Partial<Thresholds>, isPooled = false) => ({
  ...none,
  animalId,
  day: addDays(today, -daysAgo),
  isPooled,
  ...scores,
});
const wormed = (animalId: string, daysAgo: number) => ({
  animalId,
  day: addDays(today, -daysAgo),
  medicine: 'd',
  productName: 'Drench',
});

const judge = (scores: ReturnType<typeof scored>[], dewormings: ReturnType<typeof wormed>[] = [], by = thresholds) =>
  judgeAnimals(['a'], { scores, dewormings }, by, today)[0]!;

describe('an animal is to be treated', () => {
  test.each([
    [{ famacha: 4 }, ['famacha']],
    [{ famacha: 3 }, []],
    [{ eggCount: 500 }, ['eggCount']],
    [{ eggCount: 499 }, []],
    [{ bodyCondition: 2 }, ['bodyCondition']],
    [{ bodyCondition: 2.5 }, []],
    [{ famacha: 5, bodyCondition: 1.5 }, ['famacha', 'bodyCondition']],
    [{ dag: 5 }, []],
  ])('with %j for %j', (scores, reasons) => {
    expect(judge([scored('a', 2, scores)]).reasons.map(({ score }) => score)).toEqual(reasons);
  });

  test('by its last score of each kind, unless that is older than three weeks', () => {
    expect(judge([scored('a', 9, { famacha: 5 }), scored('a', 2, { famacha: 2 })]).reasons).toEqual([]);
    expect(judge([scored('a', 22, { famacha: 5 })]).scores).toEqual([]);
  });

  test('not by a score after which, or on the day of which, it was dewormed', () => {
    expect(judge([scored('a', 9, { famacha: 5 })], [wormed('a', 9)]).reasons).toEqual([]);
    expect(judge([scored('a', 2, { famacha: 5 })], [wormed('a', 9)]).reasons).toHaveLength(1);
  });

  test('not by a score for which the farm has no threshold', () => {
    expect(judge([scored('a', 2, { famacha: 5 })], [], none).scores).toEqual([]);
  });
});

test('the days with dewormings in the last twelve months are counted', () => {
  const { treatments, treatedOn } = judge(
    [],
    [wormed('a', 5), wormed('a', 5), wormed('a', 60), wormed('a', 364), wormed('a', 365)],
  );
  expect(treatments).toBe(frequentTreatments);
  expect(treatedOn).toBe(addDays(today, -5));
});

test('only products that the farm has entered as dewormers count', () => {
  const given = (productId: string | null) => ({ animalId: 'a', day: today, productId, productName: 'Drench' });
  const products = [
    { id: 'drench', kind: 'dewormer' },
    { id: 'shot', kind: 'vaccine' },
  ];
  expect(dewormingsOf([given('drench'), given('shot'), given(null)], products)).toHaveLength(1);
});

test('a pooled sample describes the group and decides about no single animal', () => {
  const scores = [scored('a', 2, { eggCount: 900 }, true), scored('b', 2, { eggCount: 900 }, true), scored('c', 1, {}, true)];
  expect(judge(scores).reasons).toEqual([]);
  expect(lastPooled(scores, new Set(['a', 'b']))).toEqual({ day: addDays(today, -2), eggCount: 900, animals: 2 });
  expect(lastPooled(scores, new Set(['d']))).toBeUndefined();
});

test('a checkup with the extra for deworming is a deworming', () => {
  const checkup = (dewormed: boolean) => ({ animalId: 'a', day: today, dewormed, medication: '' });
  expect(checkupDewormings([checkup(true), checkup(false)])).toHaveLength(1);
});

test('a product on which no score was entered has no thresholds', () => {
  const empty = {
    treatFromFamacha: null,
    treatFromEggCount: null,
    treatToBodyCondition: null,
    treatFromDag: null,
    treatFromJaw: null,
  };
  expect(thresholdsOf(empty)).toBeUndefined();
  expect(thresholdsOf({ ...empty, treatToBodyCondition: 2 })).toEqual({ ...none, bodyCondition: 2 });
});
