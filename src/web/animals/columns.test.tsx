import { expect, test } from 'vitest';
import { columns, fittingColumns, type OwnColumn } from './columns.tsx';

const all = new Set(Object.keys(columns) as OwnColumn[]);

test('a wide table has all columns in their order', () => {
  expect(fittingColumns(all, 200)).toEqual(Object.keys(columns));
});

test('where there is no room for all, what wants attention and how the animal is stay', () => {
  expect(fittingColumns(all, 55)).toEqual(['kind', 'weight', 'health', 'attention']);
});

test('beside the panel at 1280 pixels, weight and health stay too', () => {
  expect(fittingColumns(all, 38)).toEqual(['kind', 'weight', 'health', 'attention']);
});

test('a column that was switched off makes room for the next', () => {
  expect(fittingColumns(all.difference(new Set<OwnColumn>(['weight'])), 55)).toEqual(['kind', 'age', 'health', 'attention']);
});

test('a narrow table has tag and name alone', () => {
  expect(fittingColumns(all, 20)).toEqual([]);
});
