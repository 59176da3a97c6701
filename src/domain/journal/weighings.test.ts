import { expect, test } from 'vitest';
import { journalEvent } from '#test/any-event.ts';
import { weighingsOfAnimal, weightIn } from './weighings.ts';

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

test('a weighing, and a checkup with a weight, have grams; the birth weights of the young are not those of the dam', () => {
  expect(weightIn(journalEvent({ kind: 'weighing', weightGrams: 41_500, method: 'tape' }))).toEqual({
    grams: 41_500,
    method: 'tape',
  });
  expect(weightIn(journalEvent({ kind: 'checkup', healthStatus: '3', weightGrams: 67_132 }))).toEqual({
    grams: 67_132,
    method: null,
  });
  expect(weightIn(journalEvent({ kind: 'checkup', healthStatus: '3' }))).toBeUndefined();
  expect(weightIn(journalEvent({ kind: 'birth', young: [{ sex: 'male', state: 'alive', weightGrams: 4200 }] }))).toBeUndefined();
});
