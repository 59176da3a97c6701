import { expect, test } from 'vitest';
import { usualRegional } from './units.ts';

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
