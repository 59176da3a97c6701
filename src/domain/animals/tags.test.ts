import { expect, test } from 'vitest';
import { looseTagKey } from './tags.ts';

test('tags look alike in any spelling, and a tag of zeros keeps its last one', () => {
  const spellings = ['MJ2', 'mj2', 'MJ-02', 'mj 2', ' MJ002 ', 'ＭＪ０２'];
  expect(new Set(spellings.map(looseTagKey))).toEqual(new Set([looseTagKey('MJ02')]));
  expect(looseTagKey('000')).toBe('0');
  const different = ['MJ20', 'MJ02', '1-23', '12-3', 'A1', 'B1', '0', '1', '10', '#', '*'];
  expect(new Set(different.map(looseTagKey)).size).toBe(different.length);
});
