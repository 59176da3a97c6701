import { expect, test } from 'vitest';
import { NewEvent } from '#contract/events.ts';
import type { JournalEvent } from '../records/events.ts';
import { measuresOf } from './measures.ts';
import { validateEvent } from './validate-event.ts';
import { weighingsOfAnimal } from './weighings.ts';
import { isInWithdrawal, withdrawalsOf } from './withdrawals.ts';

const id = '018f2b6e-7c1a-7c3e-8a55-0242ac120002';
const doe = { sex: 'female', species: 'goat', birthDate: '2024-03-01', birthYear: null, isReference: false } as const;

const event = (detail: object): JournalEvent => ({
  ...NewEvent.parse({ id, animalId: id, day: '2026-05-01', ...detail }),
  createdAt: '2026-05-01T08:00:00.000Z',
});

test('a withdrawal ends on the first safe day, which counts from the day of the treatment', () => {
  const treatment = event({ kind: 'treatment', productName: 'X', withdrawals: [{ product: 'meat', days: 28 }] });
  expect(withdrawalsOf(treatment)).toEqual([{ product: 'meat', clearOn: '2026-05-29' }]);
  expect(['2026-05-28', '2026-05-29'].map((day) => isInWithdrawal('2026-05-29', day))).toEqual([true, false]);
  expect(validateEvent(treatment, doe, '2026-05-01')).toEqual([]);
});

test('a weighing measures grams, and a checkup the grams of the pounds that were typed', () => {
  expect(measuresOf(event({ kind: 'checkup', healthStatus: '3', weightLbs: 148 }))).toEqual([
    { trait: 'weight', value: 67_132, enteredValue: 148, enteredUnit: 'lb', method: null },
  ]);
});

test('birth and weaning weights of an animal are weighings on their days', () => {
  const animal = { birthDate: '2026-02-01', birthWeightGrams: 3000, weaningWeightGrams: 20_000, weaningAgeDays: 28 };
  expect(weighingsOfAnimal(animal)).toEqual([
    { occasion: 'birth', day: '2026-02-01', weightGrams: 3000 },
    { occasion: 'weaning', day: '2026-03-01', weightGrams: 20_000 },
  ]);
});
