import { expect, test } from 'vitest';
import { checkupDescription, weightInDescription, validateWeight } from './health-records.ts';

test('a checkup is described by its weight and the chosen extras, and the weight is read out of no other text', () => {
  expect(checkupDescription(120, { cdnt: false, hoofsTrimmed: false, dewormed: false })).toBe('Health checkup - Weight: 120 lbs');
  const all = checkupDescription(99.5, { cdnt: true, hoofsTrimmed: true, dewormed: true });
  expect(all).toBe('Health checkup - Weight: 99.5 lbs, CD&T, Hooves trimmed, Dewormed');
  const texts = [all, 'Health checkup - Weight: -3 lbs', 'Health checkup - Weight: NaN lbs', 'Weight: about 100 lbs', ''];
  expect(texts.map(weightInDescription)).toEqual(['99.5', '-3', 'NaN', undefined, undefined]);
});

test.each([
  ['', ['120', '0.01', '1500', '12.345']],
  ['Weight must be at most 1500 lbs', ['1500.01', 'Infinity']],
  ['Weight must be more than 0 lbs', ['0', '-3', '']],
  ['Weight must be a number', ['NaN', 'heavy']],
  ['Weight must be a number with at most three decimals', ['1e2', '0x10', '12.3456']],
])('the refusal %j is for the weights %j', (why, weights) => {
  expect(weights.filter((typed) => (validateWeight(typed) ?? '') !== why)).toEqual([]);
});
