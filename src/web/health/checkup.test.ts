import { describe, expect, test } from 'vitest';
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
const done: CompleteCheckup = {
  weight: '120',
  healthStatus: '4',
  date: '2026-11-20',
  extras: { cdnt: true, hoofsTrimmed: false, dewormed: true },
  notes: 'Calm',
  keepsExtras: false,
};
const doe = { birthDate: '2024-03-01', birthYear: null };
const [id, animalId] = ['019aa5c2-7a3e-7cc1-8a54-30f1d2c9e001', '019aa5c2-7a3e-7cc1-8a54-30f1d2c9e002'];

describe('a checkup', () => {
  test('is complete with weight, health status and date, and not without any of them', () => {
    expect(isComplete(done)).toBe(true);
    expect(isComplete({ ...done, weight: ' ' })).toBe(false);
    expect(isComplete({ ...done, healthStatus: null })).toBe(false);
    expect(isComplete({ ...done, date: '' })).toBe(false);
    expect(isComplete(newCheckup(today))).toBe(false);
  });

  test('that shows no fault is never refused by the contract', () => {
    for (const weight of ['0.5', '120', '1500', '52,5', ' 7 ', '136.687']) {
      for (const healthStatus of healthStatuses) {
        const checkup = { ...done, weight, healthStatus, notes: limitNotes('🐐'.repeat(300)) };
        expect(validateCheckup(checkup, doe, today)).toEqual({ weight: undefined, date: undefined });
        expect(NewHealthRecord.safeParse(checkupBody(id, animalId, checkup)).success).toBe(true);
      }
    }
  });

  test('says what is wrong with a weight or a date, and reads a decimal comma but no thousands', () => {
    expect(checkupBody(id, animalId, { ...done, weight: '52,5' }).weightLbs).toBe(52.5);
    for (const weight of ['0', '-5', '1,200', 'heavy', '1501', '1e3', '7.1234']) {
      expect(validateCheckup({ ...done, weight }, doe, today).weight, weight).toBeTypeOf('string');
    }
    expect(validateCheckup({ ...done, date: '2026-11-22' }, doe, today).date).toBe('The date cannot be in the future');
    expect(validateCheckup({ ...done, date: '0026-11-20' }, doe, today).date).toBe('The date cannot be before 1980');
    expect(validateCheckup({ ...done, date: '2024-02-29' }, doe, today).date).toBe('The animal was not born yet on this date');
    expect(validateCheckup({ ...done, date: '2024-03-01' }, doe, today).date).toBeUndefined();
  });

  test('leaves its day to the next animal, its extras only where asked, and never a weight, a health status or a note', () => {
    expect(nextCheckup(done)).toEqual(newCheckup(done.date));
    const keepsExtras = true;
    expect(nextCheckup({ ...done, keepsExtras })).toEqual({ ...newCheckup(done.date), extras: done.extras, keepsExtras });
  });
});
