import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyEvent, journalEvent } from '#test/any-event.ts';
import { measuresOf } from './measures.ts';

test('a weighing measures grams, with the method of weighing', () => {
  expect(measuresOf(journalEvent({ kind: 'weighing', weightGrams: 41_500, method: 'tape' }))).toEqual([
    { trait: 'weight', value: 41_500, enteredValue: 41_500, enteredUnit: 'g', method: 'tape' },
  ]);
});

test('a checkup measures its pounds in grams, and nothing without a weight', () => {
  expect(measuresOf(journalEvent({ kind: 'checkup', healthStatus: '3', weightLbs: 148 }))).toEqual([
    { trait: 'weight', value: 67_132, enteredValue: 148, enteredUnit: 'lb', method: null },
  ]);
  expect(measuresOf(journalEvent({ kind: 'checkup', healthStatus: '3' }))).toEqual([]);
});

test('each score is a measure, body condition in tenths', () => {
  const scores = { famacha: 4, bodyCondition: 2.5, dag: 0, nasal: 1, coat: 2, jaw: 3, eggCount: 1250 };
  const measures = measuresOf(journalEvent({ kind: 'scores', ...scores }));
  expect(measures.map(({ trait, value, enteredValue, enteredUnit }) => [trait, value, enteredValue, enteredUnit])).toEqual([
    ['famacha', 4, 4, 'score'],
    ['bcs', 25, 2.5, 'score'],
    ['dag', 0, 0, 'score'],
    ['nasal', 1, 1, 'score'],
    ['coat', 2, 2, 'score'],
    ['jaw', 3, 3, 'score'],
    ['fec', 1250, 1250, 'epg'],
  ]);
  expect(measuresOf(journalEvent({ kind: 'scores', dag: 0 })).map(({ trait }) => trait)).toEqual(['dag']);
});

test('milk is in millilitres and a fleece in grams', () => {
  const of = (event: Parameters<typeof journalEvent>[0]) =>
    measuresOf(journalEvent(event)).map(({ trait, value }) => [trait, value]);
  expect(of({ kind: 'milking', amountMl: 1800 })).toEqual([['milk', 1800]]);
  expect(of({ kind: 'shearing', fleeceGrams: 3200 })).toEqual([['fleece', 3200]]);
  expect(of({ kind: 'shearing' })).toEqual([]);
});

test('the birth weights of the young are not measures of the dam', () => {
  const young = [{ sex: 'male', state: 'alive', weightGrams: 4200 }];
  expect(measuresOf(journalEvent({ kind: 'birth', young }))).toEqual([]);
});

test('every measure is a whole number', () => {
  fc.assert(
    fc.property(anyEvent(journalEvent({ kind: 'heat' }).animalId), (event) => {
      for (const { value } of measuresOf(event)) expect(Number.isSafeInteger(value)).toBe(true);
    }),
  );
});
