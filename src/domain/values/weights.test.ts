import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactWeight, gramsOfPounds, parsePounds, poundsOf, poundText } from './weights.ts';

test('pounds are converted to whole grams', () => {
  expect(parsePounds('7.5')).toBe(3402);
  expect(parsePounds(' 7,5 ')).toBe(3402);
  expect(parsePounds('1')).toBe(454);
});

test.each(['', '0', '-1', '1e3', 'seven', '7.5.1', '12345', 'NaN'])('%j is not a weight', (text) => {
  expect(parsePounds(text)).toBeUndefined();
});

test('a weight written with up to two decimals is shown as it was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 110_000 }), (hundredths) => {
      const text = String(hundredths / 100);
      expect(poundText(parsePounds(text) ?? 0)).toBe(text);
    }),
  );
});

test('exact pounds convert back to the same grams with as few decimals as possible', () => {
  for (let grams = 1; grams <= 100_000; grams += 1) expect(parsePounds(String(exactWeight(grams, 'lbs')))).toBe(grams);
  expect(gramsOfPounds(poundsOf(62_000))).toBe(62_000);
  expect([exactWeight(3402, 'lbs'), exactWeight(3200, 'lbs')]).toEqual([7.5, 7.055]);
});
