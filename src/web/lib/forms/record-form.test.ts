import { expect, test } from 'vitest';
import { choreFields } from '#domain/records/chore.ts';
import { healthFields } from '#domain/records/health-record.ts';
import { formInputOf, notStated } from './record-form.ts';

test('what was not chosen is sent as null, and what was typed into a number is never taken for that', () => {
  const { placeId, groupId } = formInputOf(choreFields, { placeId: '', groupId: notStated });
  expect([placeId, groupId]).toEqual([null, null]);
  const { meatWithdrawalDays, milkWithdrawalDays } = formInputOf(healthFields, {
    meatWithdrawalDays: '-',
    milkWithdrawalDays: '',
  });
  expect([meatWithdrawalDays, milkWithdrawalDays]).toEqual([Number.NaN, null]);
});
