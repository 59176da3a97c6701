import { expect, test } from 'vitest';
import { animalLimitText, parseAnimalLimit, parsePlanPrice, showAnimalLimit, showPlanPrice } from './plan-values.ts';

test.each([
  [['unlimited', ' Unlimited ', '∞', '-1'], -1],
  [['0'], 0],
  [['50'], 50],
  [['', 'fifty', '-2', '1.5', '5000000'], undefined],
])('the animal limits %j mean %j', (texts, limit) => {
  expect(texts.map(parseAnimalLimit)).toEqual(texts.map(() => limit));
});

test('an animal limit is shown as a number or ∞, and edited as a number or unlimited', () => {
  expect([-1, 1200].map(showAnimalLimit)).toEqual(['∞', '1,200']);
  expect([-1, 1200].map(animalLimitText)).toEqual(['unlimited', '1200']);
});

const negative = ['-5', '-1', '-1.00', '-0', '−1', '$-1', '-$1'];

test.each([
  [['unlimited', 'Custom'], 'unlimited'],
  [[' 5.21 ', '$5.21'], '5.21'],
  [['0'], '0'],
  [['$7'], '7'],
  [[' $ 1,250.50 '], '1250.50'],
  [['1,250'], '1250'],
  [[...negative, '', '∞', '7,5', '12,50', '1,2500', '$', '$$7', '5.219', 'five'], undefined],
])('the prices %j mean %j', (texts, price) => {
  expect(texts.map(parsePlanPrice)).toEqual(texts.map(() => price));
});

test('a plan without a fixed price is Custom', () => {
  expect(['unlimited', '5.21', '500.00'].map(showPlanPrice)).toEqual(['Custom', '$5.21', '$500']);
});
