import { expect, test } from 'vitest';
import { NewHealthRecord } from '#contract/health.ts';
import { healthStatuses } from '#domain/records/animals.ts';
import {
  checkupBody,
  validateCheckup,
  isComplete,
  limitNotes,
  newCheckup,
  nextCheckup,
  type CompleteCheckup,
} from './checkup.ts';

const today = '2026-11-21';
const extras = { cdnt: true, hoofsTrimmed: false, dewormed: true };
const days = { meatWithdrawalDays: '14', milkWithdrawalDays: '' };
const typed = { weight: '120', healthStatus: '4', date: '2026-11-20', notes: 'Calm' } as const;
const done: CompleteCheckup = { ...typed, extras, ...days, keepsExtras: false };
const doe = { birthDate: '2024-03-01', birthYear: null };
const [id, animalId] = ['019aa5c2-7a3e-7cc1-8a54-30f1d2c9e001', '019aa5c2-7a3e-7cc1-8a54-30f1d2c9e002'];

test('a checkup is complete with weight, health status and date, and not without any of them', () => {
  const given = [done, { ...done, weight: ' ' }, { ...done, healthStatus: null }, { ...done, date: '' }, newCheckup(today)];
  expect(given.map(isComplete)).toEqual([true, false, false, false, false]);
});

test('a checkup that shows no fault is never refused by the contract', () => {
  for (const weight of ['0.5', '120', '1500', '52,5', ' 7 ', '136.687']) {
    for (const healthStatus of healthStatuses) {
      const checkup = { ...done, weight, healthStatus, notes: limitNotes('🐐'.repeat(300)) };
      expect(validateCheckup(checkup, doe, today)).toEqual({ weight: undefined, date: undefined });
      expect(NewHealthRecord.safeParse(checkupBody(id, animalId, checkup)).success).toBe(true);
    }
  }
  expect(checkupBody(id, animalId, { ...done, weight: '52,5' }).weightLbs).toBe(52.5);
});

test('a checkup leaves its day to the next animal, its extras with their withdrawals only where asked, and never a weight, a health status or a note', () => {
  expect(nextCheckup(done)).toEqual(newCheckup(done.date));
  expect(nextCheckup({ ...done, keepsExtras: true })).toEqual({ ...newCheckup(done.date), extras, ...days, keepsExtras: true });
});

test('the days of a withdrawal are whole, may be 0, and are sent only where they were typed', () => {
  const of = (meatWithdrawalDays: string) => ({ ...done, meatWithdrawalDays });
  const faults = ['', '0', '14', '-1', '1001', '2.5', 'ten'].map(
    (each) => validateCheckup(of(each), doe, today).meatWithdrawalDays === undefined,
  );
  expect(faults).toEqual([true, true, true, false, false, false, false]);
  expect(['', '0', ' 14 '].map((each) => checkupBody(id, animalId, of(each)).meatWithdrawalDays)).toEqual([undefined, 0, 14]);
});
