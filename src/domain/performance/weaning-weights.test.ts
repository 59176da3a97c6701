import { expect, test } from 'vitest';
import { undeclaredWeanings } from './weaning-weights.ts';

const young = (id: string, fields: object = {}) => {
  const usual = { birthDate: '2026-01-01', weaningWeightGrams: null, isReference: false };
  return { ...usual, id, ...fields };
};
const weighed = (animalId: string, day: string, fields: object = {}) => {
  const usual = { occasion: null, method: 'scale' as const };
  return { ...usual, animalId, day, ...fields };
};

test('of each young without a weaning weight the scale weight nearest to 90 days, from 40 to 150', () => {
  const weaned = young('weaned', { weaningWeightGrams: 20_000 });
  const animals = [young('a'), weaned, young('of unknown birth', { birthDate: null }), young('too old'), young('by tape')];
  const weighings = [
    weighed('a', '2026-03-01'),
    weighed('a', '2026-04-05', { method: null }),
    weighed('a', '2026-05-20'),
    weighed('a', '2026-04-02', { occasion: 'birth' }),
    weighed('weaned', '2026-04-01'),
    weighed('of unknown birth', '2026-04-01'),
    weighed('too old', '2026-06-01'),
    weighed('too old', '2026-02-09'),
    weighed('by tape', '2026-04-01', { method: 'tape' }),
  ];
  const found = undeclaredWeanings(animals, weighings);
  expect(found.map(({ animal, weighing, ageDays }) => [animal.id, weighing.day, ageDays])).toEqual([['a', '2026-04-05', 94]]);
});
