import { expect, expectTypeOf, test } from 'vitest';
import { type Cents, type Dollars, type Grams, type Pounds, usualRegional } from './units.ts';

test.each([
  ['en-US', { weightUnit: 'lbs', dateFormat: 'mdy' }],
  ['en', { weightUnit: 'lbs', dateFormat: 'mdy' }],
  ['es-US', { weightUnit: 'lbs', dateFormat: 'mdy' }],
  ['en-GB', { weightUnit: 'kg', dateFormat: 'dmy' }],
  ['de', { weightUnit: 'kg', dateFormat: 'dmy' }],
  ['sv', { weightUnit: 'kg', dateFormat: 'ymd' }],
  ['zh-Hant-TW', { weightUnit: 'kg', dateFormat: 'ymd' }],
  ['', { weightUnit: 'kg', dateFormat: 'dmy' }],
])('a browser in %s is offered what is usual there', (language, usual) => {
  expect(usualRegional(language)).toEqual(usual);
});

test('the compiler tells apart what is counted in different units', () => {
  expectTypeOf<Pounds>().not.toExtend<Grams>();
  expectTypeOf<Dollars>().not.toExtend<Cents>();
});
