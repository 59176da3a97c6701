import { expect, test } from 'vitest';
import { checkupDescription, weightInDescription, validateWeight } from './health-records.ts';
import { parsePounds, poundText } from '../values/weights.ts';

test('a checkup is described by its weight and the chosen extras, in their order', () => {
  expect(checkupDescription(120, { cdnt: false, hoofsTrimmed: false, dewormed: false })).toBe('Health checkup - Weight: 120 lbs');
  expect(checkupDescription(99.5, { cdnt: true, hoofsTrimmed: true, dewormed: true })).toBe(
    'Health checkup - Weight: 99.5 lbs, CD&T, Hooves trimmed, Dewormed',
  );
});

test('the weight is read out of a generated description, and out of no other text', () => {
  expect(weightInDescription(checkupDescription(42.25, { cdnt: true, hoofsTrimmed: false, dewormed: false }))).toBe('42.25');
  expect(weightInDescription('Health checkup - Weight: -3 lbs')).toBe('-3');
  expect(weightInDescription('Health checkup - Weight: NaN lbs')).toBe('NaN');
  expect(weightInDescription('Weight: about 100 lbs')).toBeUndefined();
  expect(weightInDescription('')).toBeUndefined();
});

test.each([
  ['120', undefined],
  ['0.01', undefined],
  ['1500', undefined],
  ['1500.01', 'Weight must be at most 1500 lbs'],
  ['0', 'Weight must be more than 0 lbs'],
  ['-3', 'Weight must be more than 0 lbs'],
  ['', 'Weight must be more than 0 lbs'],
  ['NaN', 'Weight must be a number'],
  ['heavy', 'Weight must be a number'],
  ['Infinity', 'Weight must be at most 1500 lbs'],
  ['1e2', 'Weight must be a number with at most three decimals'],
  ['0x10', 'Weight must be a number with at most three decimals'],
  ['12.345', undefined],
  ['12.3456', 'Weight must be a number with at most three decimals'],
])('validating the weight %j gives %s', (typed, why) => {
  expect(validateWeight(typed)).toBe(why);
});

test('every weight in hundredths of a pound survives conversion to whole grams and back', () => {
  for (let hundredths = 1; hundredths <= 150_000; hundredths += 1) {
    const typed = String(hundredths / 100);
    expect(poundText(parsePounds(typed) ?? 0)).toBe(typed);
  }
});
