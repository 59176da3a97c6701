import { expect, test } from 'vitest';
import { doseByWeightText, doseFor } from './doses.ts';

const rate = { doseAmount: 1, doseWeight: 10, doseWeightUnit: 'kg' } as const;

test('a dose follows the weight, in the unit of weight that the farmer has entered', () => {
  expect(doseFor(rate, 42_000)).toBe(4.2);
  expect(doseFor({ doseAmount: 2, doseWeight: 50, doseWeightUnit: 'lb' }, 45_359)).toBe(4);
});

test('a dose is rounded to a tenth, and to a hundredth if it is less than 1', () => {
  expect(doseFor(rate, 41_267)).toBe(4.1);
  expect(doseFor(rate, 3_456)).toBe(0.35);
});

test('no dose is proposed without an amount or a weight, or if it rounds to zero', () => {
  expect(doseFor({ ...rate, doseAmount: null }, 42_000)).toBeUndefined();
  expect(doseFor({ ...rate, doseWeight: null }, 42_000)).toBeUndefined();
  expect(doseFor(rate, 10)).toBeUndefined();
});

test('a dose by weight is shown as it was entered', () => {
  expect(doseByWeightText({ ...rate, unit: 'ml' })).toBe('1 ml per 10 kg');
  expect(doseByWeightText({ ...rate, unit: null })).toBe('1 per 10 kg');
  expect(doseByWeightText({ ...rate, doseAmount: null, unit: 'ml' })).toBeUndefined();
});
