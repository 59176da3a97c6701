import { expect, test } from 'vitest';
import { journalEvent } from '#test/any-event.ts';
import { effectsOn } from './effects.ts';
import { fold } from './state.ts';

const animal = {
  tagNumber: 'A-1',
  healthStatus: '3',
  vaccinated: false,
  status: 'active',
  castratedOn: null,
  birthDate: '2026-05-01',
  birthWeightGrams: null,
  weaningWeightGrams: null,
  weaningAgeDays: null,
} as const;

test.each([
  ['2026-05-01', null],
  ['2026-05-02', 1],
])('a weaning on %s of an animal born on 2026-05-01 is at %s days', (day, weaningAgeDays) => {
  const added = [journalEvent({ kind: 'weighing', day, weightGrams: 9000, occasion: 'weaning' })];
  const { after } = effectsOn(animal, { before: fold([]), after: fold(added), added, voided: [], growth: added });
  expect({ ...animal, ...after }).toEqual({ ...animal, weaningWeightGrams: 9000, weaningAgeDays });
});
