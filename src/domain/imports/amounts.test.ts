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

/** Those of `cell=value` that are read as something else; what is none has nothing behind the sign. */
const misread = (table: string, read: (cell: string) => string | number | undefined): string[] =>
  table.split('; ').filter((entry) => `${entry.split('=')[0]}=${read(entry.split('=')[0] ?? '') ?? ''}` !== entry);

describe('numbers', () => {
  test('are read with decimal points or commas', () => {
    const withPoints = "3.2=3.2; 1,234.5=1234.5; 1'234.5=1234.5; 3..2=; -3=; 1e9=; abc=";
    expect(misread(withPoints, (cell) => toPlainNumber(cell, false))).toEqual([]);
    const withCommas = '3,2=3.2; 1.234,5=1234.5; 1 234,5=1234.5; 3.2=3.2';
    expect(misread(withCommas, (cell) => toPlainNumber(cell, true))).toEqual([]);
  });

  test('one cell with a decimal comma makes all commas of its column decimal commas', () => {
    expect(hasDecimalComma(['12', '3,2'])).toBe(true);
    expect(hasDecimalComma(['1.250,00'])).toBe(true);
    expect(hasDecimalComma(['1,250', '3.2', '1,250.00'])).toBe(false);
  });
});

describe('weights', () => {
  test.each([
    ['kg', '3.2=3200; 7 lb 4 oz=3289; 3.2 stone=20321; 0=; 9000='],
    ['lb', '7=3175; 3.2 kg=3200'],
    ['g', '3200=3200'],
    [undefined, '7lbs=3175; 12#=5443; 3.2='],
  ] as const)('are read as grams in a column of %s', (unit, table) => {
    expect(misread(table, (cell) => parseWeight(cell, unit, false))).toEqual([]);
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
  test('prices are read as cents', () => {
    const table = '$1,250.00=125000; 1250=125000; US$ 99.90=9990; 250.500=25050; €250=; 19.999=; -5=; 9999999=';
    expect(misread(table, (cell) => parsePrice(cell, false))).toEqual([]);
    expect(parsePrice('1.250,50', true)).toBe(125_050);
  });

  test('weeks are converted to days and months to years', () => {
    expect(misread('92=92; 92 days=92; 13 wk=91; 0=; x=', parseDays)).toEqual([]);
    expect(misread('5=5; 2.5 yrs=2; 18 months=1; 99=', parseAgeYears)).toEqual([]);
  });
});
