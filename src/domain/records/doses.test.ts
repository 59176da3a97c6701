import { expect, test } from 'vitest';
import { doseByWeightText, doseFor } from './doses.ts';

const rate = { doseAmount: 1, doseWeight: 10, doseWeightUnit: 'kg' } as const;

test.each([
  [rate, 42_000, 4.2],
  [{ doseAmount: 2, doseWeight: 50, doseWeightUnit: 'lb' }, 45_359, 4],
  [rate, 41_267, 4.1],
  [rate, 3_456, 0.35],
  [rate, 10, undefined],
  [{ ...rate, doseAmount: null }, 42_000, undefined],
  [{ ...rate, doseWeight: null }, 42_000, undefined],
] as const)('the dose by %j for %i g is %s: to a tenth, below 1 to a hundredth', (by, grams, dose) => {
  expect(doseFor(by, grams)).toBe(dose);
});

test('a dose by weight is shown as it was entered', () => {
  const texts = [{ unit: 'ml' }, { unit: null }, { unit: 'ml', doseAmount: null }].map((each) =>
    doseByWeightText({ ...rate, ...each }),
  );
  expect(texts).toEqual(['1 ml per 10 kg', '1 per 10 kg', undefined]);
});
