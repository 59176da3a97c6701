import { expect, test } from 'vitest';
import { journalEvent } from '#test/any-event.ts';
import { registerEntryOf } from './treatment-register.ts';

test('a treatment has the product, dose, batch, reason and the ends of its withdrawals', () => {
  const withdrawals = [{ product: 'meat', days: 21 }, { product: 'milk' }];
  const given = { productName: 'Ivermectin', dose: 4.5, unit: 'ml', batch: 'B-77', reason: 'Worms', extraLabel: true };
  const treatment = journalEvent({ kind: 'treatment', day: '2026-11-01', ...given, withdrawals });
  const said = { product: 'Ivermectin', dose: '4.5 ml', route: null, batch: 'B-77', reason: 'Worms', prescriber: null };
  const clearOn = { meat: '2026-11-22', milk: 'open', fibre: null };
  expect(registerEntryOf(treatment)).toEqual({ ...said, isExtraLabel: true, clearOn });
});

test('a checkup is in the register if something was given', () => {
  const of = (fields: object) => registerEntryOf(journalEvent({ kind: 'checkup', healthStatus: '3', ...fields }));
  expect(of({})).toBeUndefined();
  const given = { product: 'Penicillin', dose: '2 ml', prescriber: 'Dr Hay' };
  expect(of({ medication: 'Penicillin', dosage: '2 ml', veterinarian: 'Dr Hay' })).toMatchObject(given);
  const meat = 'notRecorded';
  expect(of({ dewormed: true, cdnt: true })).toMatchObject({ product: 'CD&T, Dewormer', clearOn: { meat, milk: null } });
  const days = { meatWithdrawalDays: 14, milkWithdrawalDays: 0 };
  expect(of({ dewormed: true, ...days })?.clearOn).toEqual({ meat: '2026-05-15', milk: '2026-05-01', fibre: null });
  expect(of({ cdnt: true, description: 'Health checkup - Weight: 30 lbs, CD&T' })?.reason).toBeNull();
  expect(of({ cdnt: true, description: 'Before kidding' })?.reason).toBe('Before kidding');
  expect(registerEntryOf(journalEvent({ kind: 'weighing', weightGrams: 1000 }))).toBeUndefined();
});
