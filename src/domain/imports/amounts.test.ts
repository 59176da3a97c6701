import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import {
  hasDecimalComma,
  hasUnit,
  toPlainNumber,
  parseAgeYears,
  parseDays,
  parsePrice,
  parseWeight,
  formatWeight,
} from './amounts.ts';

describe('numbers', () => {
  test.each([
    ['3.2', false, '3.2'],
    ['3,2', true, '3.2'],
    ['1,234.5', false, '1234.5'],
    ['1.234,5', true, '1234.5'],
    ["1'234.5", false, '1234.5'],
    ['1 234,5', true, '1234.5'],
    ['3.2', true, '3.2'],
    ['3..2', false, undefined],
    ['-3', false, undefined],
    ['1e9', false, undefined],
    ['abc', false, undefined],
  ])('%s with decimal comma %s is %s', (text, comma, number) => {
    expect(toPlainNumber(text, comma)).toBe(number);
  });

  test('one cell with a decimal comma makes all commas of its column decimal commas', () => {
    expect(hasDecimalComma(['12', '3,2'])).toBe(true);
    expect(hasDecimalComma(['1.250,00'])).toBe(true);
    expect(hasDecimalComma(['1,250', '3.2', '1,250.00'])).toBe(false);
  });
});

describe('weights', () => {
  test.each([
    ['3.2', 'kg', 3200],
    ['7', 'lb', 3175],
    ['3200', 'g', 3200],
    ['3.2 kg', 'lb', 3200],
    ['7 lb 4 oz', 'kg', 3289],
    ['7lbs', undefined, 3175],
    ['12#', undefined, 5443],
    ['0', 'kg', undefined],
    ['3.2', undefined, undefined],
    ['3.2 stone', 'kg', 20_321],
    ['9000', 'kg', undefined],
  ] as const)('%s in a column of %s is %s grams', (cell, unit, grams) => {
    expect(parseWeight(cell, unit, false)).toBe(grams);
  });

  test('a cell that names its unit needs no question', () => {
    expect(['3.2 kg', '7lb', '7 lb 4 oz', '5 lbs.'].every(hasUnit)).toBe(true);
    expect(hasUnit('3.2')).toBe(false);
  });

  test('grams survive formatting and parsing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500_000 }), (grams) => {
        expect(parseWeight(formatWeight(grams).split(' (')[0] ?? '', undefined, false)).toBe(grams);
      }),
    );
  });
});

describe('prices and ages', () => {
  test.each([
    ['$1,250.00', false, 125_000],
    ['1250', false, 125_000],
    ['1.250,50', true, 125_050],
    ['US$ 99.90', false, 9990],
    ['250.500', false, 25_050],
    ['€250', false, undefined],
    ['19.999', false, undefined],
    ['-5', false, undefined],
    ['9999999', false, undefined],
  ])('%s is %s cents', (cell, comma, cents) => {
    expect(parsePrice(cell, comma)).toBe(cents);
  });

  test('weeks are converted to days and months to years', () => {
    expect(['92', '92 days', '13 wk', '0', 'x'].map((cell) => parseDays(cell))).toEqual([92, 92, 91, undefined, undefined]);
    expect(['5', '2.5 yrs', '18 months', '99'].map((cell) => parseAgeYears(cell))).toEqual([5, 2, 1, undefined]);
  });
});
