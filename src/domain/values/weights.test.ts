import { expect, test } from 'vitest';
import { exactWeight, gramsOfPounds, parsePounds, poundsOf, poundText } from './weights.ts';

test('pounds are converted to whole grams, and nothing else is a weight', () => {
  expect(['7.5', ' 7,5 ', '1'].map(parsePounds)).toEqual([3402, 3402, 454]);
  expect(['', '0', '-1', '1e3', 'seven', '7.5.1', '12345', 'NaN'].filter((text) => parsePounds(text) !== undefined)).toEqual([]);
});

test('a weight written with up to two decimals is shown as it was written', () => {
  for (let hundredths = 1; hundredths <= 150_000; hundredths += 1) {
    const text = String(hundredths / 100);
    expect(poundText(parsePounds(text) ?? 0)).toBe(text);
  }
});

test('exact pounds convert back to the same grams with as few decimals as possible', () => {
  for (let grams = 1; grams <= 100_000; grams += 1) expect(parsePounds(String(exactWeight(grams, 'lbs')))).toBe(grams);
  expect(gramsOfPounds(poundsOf(62_000))).toBe(62_000);
  expect([exactWeight(3402, 'lbs'), exactWeight(3200, 'lbs')]).toEqual([7.5, 7.055]);
});
