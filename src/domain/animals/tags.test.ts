import { describe, expect, test } from 'vitest';
import { groupByLooseTag, looseTagKey } from './tags.ts';

describe('look-alike tags', () => {
  test.each(['MJ2', 'mj2', 'MJ-02', 'mj 2', ' MJ002 ', 'ＭＪ０２'])('%s looks like MJ02', (tag) => {
    expect(looseTagKey(tag)).toBe(looseTagKey('MJ02'));
  });

  test.each([
    ['MJ20', 'MJ02'],
    ['1-23', '12-3'],
    ['A1', 'B1'],
    ['0', '1'],
    ['#', '*'],
    ['10', '1'],
  ])('%s does not look like %s', (a, b) => {
    expect(looseTagKey(a)).not.toBe(looseTagKey(b));
  });

  test('a tag of zeros keeps its last zero', () => {
    expect(looseTagKey('000')).toBe('0');
  });

  test('animals are grouped by look-alike tags', () => {
    const herd = groupByLooseTag([
      { id: 'a', tagNumber: 'MJ02' },
      { id: 'b', tagNumber: 'mj2' },
      { id: 'c', tagNumber: 'MJ3' },
    ]);
    expect(herd.get(looseTagKey('MJ-2'))?.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(herd.get(looseTagKey('MJ4'))).toBeUndefined();
  });
});
