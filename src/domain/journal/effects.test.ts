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

test('an estimate is not the weaning weight with which young are compared, and takes the place of none', () => {
  const animal = buildAnimal({ birthDate: '2026-05-01' });
  const at = { kind: 'weighing', day: '2026-07-20', weightGrams: 20_000, occasion: 'weaning' } as const;
  const estimate = journalEvent({ ...at, method: 'estimate' });
  const states = { before: fold([]), after: fold([estimate]) };
  expect(states.after.weanedOn).toBe('2026-07-20');
  expect(effectsOn(animal, { ...states, added: [estimate], voided: [], growth: [estimate] }).after).toEqual({});
  const corrected = effectsOn(
    { ...animal, weaningWeightGrams: 20_000 },
    { ...states, added: [estimate], voided: [journalEvent({ ...at, method: 'scale' })], growth: [estimate] },
  );
  expect(corrected.after).toEqual({ weaningWeightGrams: null });
});
