import { expect, test } from 'vitest';
import { parseAnimalLimit, parsePlanPrice } from './plan-values.ts';

test.each([
  [['unlimited', ' Unlimited ', '∞', '-1'], -1],
  [['0'], 0],
  [['50'], 50],
  [['', 'fifty', '-2', '1.5', '5000000'], undefined],
])('the animal limits %j mean %j', (texts, limit) => {
  expect(texts.map(parseAnimalLimit)).toEqual(texts.map(() => limit));
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
