import { expect, test } from 'vitest';
import { dewormingRecord, type MedicalHistory } from './deworming-record.ts';

const animalId = 'a';
const treatment = (day: string, productName: string, productId: string | null = null) => ({
  animalId,
  day,
  productId,
  productName,
});
const checkup = (day: string, dewormed: boolean, medication = '') => ({ animalId, day, dewormed, medication });
const score = (day: string, famacha: number | null, isPooled = false) => ({
  day,
  isPooled,
  famacha,
  eggCount: null,
  bodyCondition: 3,
  dag: null,
  jaw: null,
});
const products = [
  { id: 'p1', name: 'Cydectin', kind: 'dewormer' },
  { id: 'p2', name: 'Penicillin', kind: 'antibiotic' },
];
const of = (history: Partial<MedicalHistory>) =>
  dewormingRecord({
    treatments: [],
    checkups: [],
    scores: [],
    products,
    recordedSince: '2026-01-10',
    birthDate: '2024-03-01',
    ...history,
  });

test('an animal that was scored but not dewormed has had no deworming since its records began, or since its birth', () => {
  const scores = [
    score('2026-02-01', 4),
    score('2026-02-01', 4),
    score('2026-03-01', 5),
    score('2026-03-08', 5, true),
    score('2026-04-01', null),
  ];
  expect(of({ scores })).toEqual({ lastOn: null, since: '2026-01-10', isSinceBirth: false, scored: 2 });
  expect(of({ scores, birthDate: '2026-01-01' })).toEqual({ lastOn: null, since: '2026-01-01', isSinceBirth: true, scored: 2 });
  expect(of({ scores: [score('2025-06-01', 4)] })).toMatchObject({ since: '2025-06-01', scored: 1 });
});

test('the last deworming is with a dewormer of the farm, by product or by name, or at a checkup', () => {
  const scores = [score('2026-02-01', 4), score('2026-04-01', 4)];
  expect(of({ scores, treatments: [treatment('2026-03-01', 'Cydectin', 'p1')] })).toMatchObject({
    lastOn: '2026-03-01',
    scored: 1,
  });
  expect(of({ scores, treatments: [treatment('2026-03-01', ' CYDECTIN')] })).toMatchObject({ lastOn: '2026-03-01', scored: 1 });
  expect(of({ scores, checkups: [checkup('2026-05-01', true)] })).toMatchObject({ lastOn: '2026-05-01', scored: 0 });
});

test('nothing is stated for an animal that was not scored, or that got a product that may be a dewormer', () => {
  const scores = [score('2026-02-01', 4)];
  expect(of({})).toBeNull();
  expect(of({ scores, treatments: [treatment('2026-03-01', 'White drench')] })).toBeNull();
  expect(of({ scores, checkups: [checkup('2026-03-01', false, 'drench')] })).toBeNull();
  expect(of({ scores, treatments: [treatment('2026-03-01', 'Penicillin', 'p2')] })).toMatchObject({ lastOn: null, scored: 1 });
  // An unknown product before a known deworming does not matter.
  expect(
    of({ scores, treatments: [treatment('2026-01-15', 'White drench'), treatment('2026-01-20', 'Cydectin', 'p1')] }),
  ).toMatchObject({ lastOn: '2026-01-20', scored: 1 });
});
