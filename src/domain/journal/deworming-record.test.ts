import { expect, test } from 'vitest';
import { dewormingRecord, type MedicalHistory } from './deworming-record.ts';

const animalId = 'a';
const treatment = (day: string, productName: string, productId: string | null = null) => {
  return { animalId, day, productId, productName };
};
const cydectin = treatment('2026-01-20', 'Cydectin', 'p1');
const checkup = (day: string, dewormed: boolean, medication = '') => ({ animalId, day, dewormed, medication });
const others = { eggCount: null, bodyCondition: 3, dag: null, jaw: null };
const score = (day: string, famacha: number | null, isPooled = false) => ({ ...others, day, isPooled, famacha });
const product = (id: string, name: string, kind: string) => ({ id, name, kind });
const products = [product('p1', 'Cydectin', 'dewormer'), product('p2', 'Penicillin', 'antibiotic')];
const of = (history: Partial<MedicalHistory>) => {
  const none = { treatments: [], checkups: [], scores: [], products };
  return dewormingRecord({ ...none, recordedSince: '2026-01-10', birthDate: '2024-03-01', ...history });
};

test('an animal that was scored but not dewormed has had no deworming since its records began, or since its birth', () => {
  const twice = [score('2026-02-01', 4), score('2026-02-01', 4), score('2026-03-01', 5)];
  const scores = [...twice, score('2026-03-08', 5, true), score('2026-04-01', null)];
  expect(of({ scores })).toEqual({ lastOn: null, since: '2026-01-10', isSinceBirth: false, scored: 2 });
  expect(of({ scores, birthDate: '2026-01-01' })).toEqual({ lastOn: null, since: '2026-01-01', isSinceBirth: true, scored: 2 });
  expect(of({ scores: [score('2025-06-01', 4)] })).toMatchObject({ since: '2025-06-01', scored: 1 });
});

const scores = [score('2026-02-01', 4), score('2026-04-01', 4)];

test.each([
  ['with a dewormer by product', { treatments: [treatment('2026-03-01', 'Cydectin', 'p1')] }, '2026-03-01', 1],
  ['with a dewormer by name', { treatments: [treatment('2026-03-01', ' CYDECTIN')] }, '2026-03-01', 1],
  ['at a checkup', { checkups: [checkup('2026-05-01', true)] }, '2026-05-01', 0],
  ['after an unknown product', { treatments: [treatment('2026-01-15', 'White drench'), cydectin] }, '2026-01-20', 2],
  ['none with another medicine', { treatments: [treatment('2026-03-01', 'Penicillin', 'p2')] }, null, 2],
])('the last deworming is one %s', (_, history, lastOn, scored) => {
  expect(of({ scores, ...history })).toMatchObject({ lastOn, scored });
});

test('nothing is stated for an animal that was not scored, or that got a product that may be a dewormer', () => {
  expect(of({})).toBeNull();
  expect(of({ scores, treatments: [treatment('2026-03-01', 'White drench')] })).toBeNull();
  expect(of({ scores, checkups: [checkup('2026-03-01', false, 'drench')] })).toBeNull();
});
