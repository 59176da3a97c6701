import { expect, test } from 'vitest';
import { columns, fittingColumns, type OwnColumn, tagWidthIn } from './columns.tsx';

const all = new Set(Object.keys(columns) as OwnColumn[]);

test('a wide table has all columns in their order', () => {
  expect(fittingColumns(all, 200, 8.5)).toEqual(Object.keys(columns));
});

test('where there is no room for all, what wants attention and how the animal is stay', () => {
  expect(fittingColumns(all, 55, 8.5)).toEqual(['kind', 'weight', 'health', 'attention']);
});

test('beside the panel at 1280 pixels, health stays too', () => {
  expect(fittingColumns(all, 38, 7)).toEqual(['kind', 'health', 'attention']);
});

test('a column that was switched off makes room for the next', () => {
  expect(fittingColumns(all.difference(new Set<OwnColumn>(['weight'])), 55, 8.5)).toEqual(['kind', 'age', 'health', 'attention']);
});

test('a narrow table has tag and name alone', () => {
  expect(fittingColumns(all, 20, 7)).toEqual([]);
});

test('the column of the tags is as wide as the longest needs, within what leaves room for the names', () => {
  expect([5, 15, 60].map((letters) => tagWidthIn(60, letters))).toEqual([8.5, 11.25, 15]);
  expect(tagWidthIn(38, 60)).toBe(10);
});
