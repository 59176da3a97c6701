import { expect, test } from 'vitest';
import { controlText } from './treat-text.ts';

const tested = {
  productName: 'Drench',
  day: '2026-06-01',
  animalIds: [],
  before: 2000,
  after: 100,
  percent: 95,
  verdict: 'resistance',
} as const;

test('the formula with the untreated animals is written out, and says when the treated had more eggs than they', () => {
  expect(controlText({ ...tested, control: null })).toBe('');
  expect(controlText({ ...tested, control: { animals: 10, after: 1000, percent: 90 } })).toBe(
    '10 untreated animals had 1,000 at the same time: 1 − 100 ÷ 1,000 = 90% less',
  );
  expect(controlText({ ...tested, control: { animals: 12, after: 80, percent: -25 } })).toBe(
    '12 untreated animals had 80 at the same time: 25% more',
  );
});
