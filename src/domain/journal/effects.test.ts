import { expect, test } from 'vitest';
import { journalEvent } from '#test/any-event.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { effectsOn } from './effects.ts';
import { fold } from './state.ts';

test.each([
  ['2026-05-01', null],
  ['2026-05-02', 1],
])('a weaning on %s of an animal born on 2026-05-01 is at %s days', (day, weaningAgeDays) => {
  const animal = buildAnimal({ birthDate: '2026-05-01', weaningAgeDays: 90 });
  const added = [journalEvent({ kind: 'weighing', day, weightGrams: 9000, occasion: 'weaning' })];
  const { after } = effectsOn(animal, { before: fold([]), after: fold(added), added, voided: [], growth: added });
  expect(after).toEqual({ weaningWeightGrams: 9000, weaningAgeDays });
});
