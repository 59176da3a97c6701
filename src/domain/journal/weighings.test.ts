import { expect, test } from 'vitest';
import { weighingsOfAnimal } from './weighings.ts';

const animal = { birthDate: '2028-02-01', birthWeightGrams: 3000, weaningWeightGrams: 20_000, weaningAgeDays: 60 };

test('birth and weaning weights of an animal are weighings on their days', () => {
  expect(weighingsOfAnimal(animal)).toEqual([
    { occasion: 'birth', day: '2028-02-01', weightGrams: 3000 },
    { occasion: 'weaning', day: '2028-04-01', weightGrams: 20_000 },
  ]);
});

test.each([
  [{ birthDate: null }, []],
  [{ weaningAgeDays: null }, ['birth']],
  [{ weaningWeightGrams: null }, ['birth']],
  [{ birthWeightGrams: null }, ['weaning']],
])('a weight without its day is none: %j', (missing, occasions) => {
  expect(weighingsOfAnimal({ ...animal, ...missing }).map(({ occasion }) => occasion)).toEqual(occasions);
});
