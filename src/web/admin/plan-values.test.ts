import { expect, test } from 'vitest';
import { animalLimitText, parseAnimalLimit, parsePlanPrice, showAnimalLimit, showPlanPrice } from './plan-values.ts';

test.each([
  ['unlimited', -1],
  [' Unlimited ', -1],
  ['∞', -1],
  ['-1', -1],
  ['0', 0],
  ['50', 50],
  ['', undefined],
  ['fifty', undefined],
  ['-2', undefined],
  ['1.5', undefined],
  ['5000000', undefined],
])('the animal limit %j means %j', (text, limit) => {
  expect(parseAnimalLimit(text)).toBe(limit);
});

test('an animal limit is shown as a number or ∞, and edited as a number or unlimited', () => {
  expect([showAnimalLimit(-1), showAnimalLimit(1200)]).toEqual(['∞', '1,200']);
  expect([animalLimitText(-1), animalLimitText(1200)]).toEqual(['unlimited', '1200']);
});

test.each([
  ['unlimited', 'unlimited'],
  [' 5.21 ', '5.21'],
  ['0', '0'],
  ['', undefined],
  ['-5', undefined],
  ['-1', undefined],
  ['-1.00', undefined],
  ['-0', undefined],
  ['−1', undefined],
  ['$-1', undefined],
  ['-$1', undefined],
  ['∞', undefined],
  ['$7', '7'],
  ['$5.21', '5.21'],
  [' $ 1,250.50 ', '1250.50'],
  ['1,250', '1250'],
  ['Custom', 'unlimited'],
  ['7,5', undefined],
  ['12,50', undefined],
  ['1,2500', undefined],
  ['$', undefined],
  ['$$7', undefined],
  ['5.219', undefined],
  ['five', undefined],
])('the price %j means %j', (text, price) => {
  expect(parsePlanPrice(text)).toBe(price);
});

test('a plan without a fixed price is Custom', () => {
  expect([showPlanPrice('unlimited'), showPlanPrice('5.21'), showPlanPrice('500.00')]).toEqual(['Custom', '$5.21', '$500']);
});
