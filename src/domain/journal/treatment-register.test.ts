import { expect, test } from 'vitest';
import { eventKinds, type EventKind, type JournalEvent } from '../records/events.ts';
import { unsetValues } from '../records/fields.ts';
import { registerEntryOf } from './treatment-register.ts';

const event = (kind: EventKind, fields: object): JournalEvent =>
  ({
    ...unsetValues(eventKinds[kind].fields),
    id: 'e',
    kind,
    animalId: 'a',
    day: '2026-11-01',
    time: null,
    note: null,
    createdAt: '2026-11-01T07:00:00.000Z',
    ...fields,
  }) as JournalEvent;

test('a treatment has the product, dose, batch, reason and the ends of its withdrawals', () => {
  const withdrawals = [
    { product: 'meat', days: 21, clearOn: null },
    { product: 'milk', days: null, clearOn: null },
  ];
  const given = {
    productName: 'Ivermectin',
    dose: 4.5,
    unit: 'ml',
    batch: 'B-77',
    reason: 'Worms',
    withdrawals,
    extraLabel: true,
  };
  expect(registerEntryOf(event('treatment', given))).toEqual({
    product: 'Ivermectin',
    dose: '4.5 ml',
    route: null,
    batch: 'B-77',
    reason: 'Worms',
    prescriber: null,
    isExtraLabel: true,
    clearOn: { meat: '2026-11-22', milk: 'open', fibre: null },
  });
});

test('a checkup is in the register if something was given', () => {
  expect(registerEntryOf(event('checkup', { healthStatus: '3' }))).toBeUndefined();
  expect(registerEntryOf(event('checkup', { medication: 'Penicillin', dosage: '2 ml', veterinarian: 'Dr Hay' }))).toMatchObject({
    product: 'Penicillin',
    dose: '2 ml',
    prescriber: 'Dr Hay',
  });
  expect(registerEntryOf(event('checkup', { dewormed: true, cdnt: true }))).toMatchObject({ product: 'CD&T, Dewormer' });
  expect(
    registerEntryOf(event('checkup', { cdnt: true, description: 'Health checkup - Weight: 30 lbs, CD&T' }))?.reason,
  ).toBeNull();
  expect(registerEntryOf(event('checkup', { cdnt: true, description: 'Before kidding' }))?.reason).toBe('Before kidding');
  expect(registerEntryOf(event('weighing', { weightGrams: 1000 }))).toBeUndefined();
});
