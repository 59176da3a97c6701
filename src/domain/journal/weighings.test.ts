import { expect, test } from 'vitest';
import { journalEvent } from '#test/any-event.ts';
import { weighingsOfAnimal, weightIn } from './weighings.ts';

const animal = { birthDate: '2028-02-01', birthWeightGrams: 3000, weaningWeightGrams: 20_000, weaningAgeDays: 60 };

test.each([
  [{}, ['birth 2028-02-01 3000', 'weaning 2028-04-01 20000']],
  [{ birthDate: null }, []],
  [{ weaningAgeDays: null }, ['birth 2028-02-01 3000']],
  [{ birthWeightGrams: null }, ['weaning 2028-04-01 20000']],
])('birth and weaning weights are weighings on their days, and a weight without its day is none: %j', (missing, weighings) => {
  const found = weighingsOfAnimal({ ...animal, ...missing });
  expect(found.map(({ occasion, day, weightGrams }) => `${occasion} ${day} ${weightGrams}`)).toEqual(weighings);
});

test('a weighing, and a checkup with a weight, have grams; the birth weights of the young are not those of the dam', () => {
  const young = [{ sex: 'male', state: 'alive', weightGrams: 4200 }];
  const checkup = { kind: 'checkup', healthStatus: '3' } as const;
  const weighing = { kind: 'weighing', weightGrams: 41_500, method: 'tape' } as const;
  const found = [weighing, { ...checkup, weightGrams: 67_132 }, checkup, { kind: 'birth', young } as const]
    .map(journalEvent)
    .map(weightIn);
  expect(found).toEqual([{ grams: 41_500, method: 'tape' }, { grams: 67_132, method: null }, undefined, undefined]);
});
