import { expect, test } from 'vitest';
import { columns, fittingColumns, type OwnColumn, tagWidthIn } from './columns.tsx';

const all = new Set(Object.keys(columns) as OwnColumn[]);
const withoutWeight = all.difference(new Set<OwnColumn>(['weight']));

test.each([
  ['a wide table has all of them in their order', all, 200, 8.5, Object.keys(columns)],
  ['what wants attention and how the animal is stay', all, 55, 8.5, ['kind', 'weight', 'health', 'attention']],
  ['health stays beside the panel at 1280 pixels too', all, 38, 7, ['kind', 'health', 'attention']],
  ['one that is switched off makes room for the next', withoutWeight, 55, 8.5, ['kind', 'age', 'health', 'attention']],
  ['a narrow table has tag and name alone', all, 20, 7, []],
])('of the columns %s', (_, chosen, width, tag, fitting) => expect(fittingColumns(chosen, width, tag)).toEqual(fitting));

test('the column of the tags is as wide as the longest needs, within what leaves room for the names', () => {
  expect([5, 15, 60].map((letters) => tagWidthIn(60, letters))).toEqual([8.5, 11.25, 15]);
  expect(tagWidthIn(38, 60)).toBe(10);
});
