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

test.each([
  [null, ''],
  [{ animals: 10, after: 1000, percent: 90 }, '10 untreated animals had 1,000 at the same time: 1 − 100 ÷ 1,000 = 90% less'],
  [{ animals: 12, after: 80, percent: -25 }, '12 untreated animals had 80 at the same time: 25% more'],
])('the formula with the untreated animals %j is written out: %s', (control, text) => {
  expect(controlText({ ...tested, control })).toBe(text);
});
