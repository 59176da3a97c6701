import { expect, test } from 'vitest';
import { moveOf } from './cell-keys.ts';

type Column = Parameters<typeof moveOf>[1];
const columns: readonly Column[] = ['forSale', 'price', 'description'];
const plain = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
const move = (key: string, column: Column, modifiers: object = {}) => moveOf({ ...plain, key, ...modifiers }, column);

test('arrows and Enter move along the column of the sales table, and Shift+Enter back', () => {
  for (const column of columns) {
    expect([move('ArrowDown', column), move('Enter', column)]).toEqual([1, 1].map((rows) => ({ rows, column })));
    expect([move('ArrowUp', column), move('Enter', column, { shiftKey: true })]).toEqual(
      [-1, -1].map((rows) => ({ rows, column })),
    );
  }
});

test('the sales table leaves the caret, typing, selecting and browser shortcuts alone', () => {
  expect(move('ArrowRight', 'forSale')).toEqual({ rows: 0, column: 'price' });
  const left = ['ArrowRight', 'a', '1', ' ', 'Tab', 'Backspace', 'Home'].map((key) => move(key, 'price'));
  const modified = ['shiftKey', 'ctrlKey', 'metaKey'].map((key) => move('ArrowDown', 'description', { [key]: true }));
  expect([...left, ...modified, move('ArrowLeft', 'description')].filter(Boolean)).toEqual([]);
});
