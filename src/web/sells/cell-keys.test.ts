import { expect, test } from 'vitest';
import { moveOf } from './cell-keys.ts';

const plain = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };

test('arrows and Enter move along the column of the sales table, and Shift+Enter back', () => {
  for (const column of ['forSale', 'price', 'description'] as const) {
    expect(moveOf({ ...plain, key: 'ArrowDown' }, column)).toEqual({ rows: 1, column });
    expect(moveOf({ ...plain, key: 'ArrowUp' }, column)).toEqual({ rows: -1, column });
    expect(moveOf({ ...plain, key: 'Enter' }, column)).toEqual({ rows: 1, column });
    expect(moveOf({ ...plain, key: 'Enter', shiftKey: true }, column)).toEqual({ rows: -1, column });
  }
});

test('left and right move the caret in a text cell of the sales table', () => {
  expect(moveOf({ ...plain, key: 'ArrowRight' }, 'forSale')).toEqual({ rows: 0, column: 'price' });
  expect(moveOf({ ...plain, key: 'ArrowRight' }, 'price')).toBeUndefined();
  expect(moveOf({ ...plain, key: 'ArrowLeft' }, 'description')).toBeUndefined();
});

test('the sales table leaves typing, selecting and browser shortcuts alone', () => {
  for (const key of ['a', '1', ' ', 'Tab', 'Backspace', 'Home']) expect(moveOf({ ...plain, key }, 'price')).toBeUndefined();
  expect(moveOf({ ...plain, key: 'ArrowDown', shiftKey: true }, 'description')).toBeUndefined();
  expect(moveOf({ ...plain, key: 'ArrowDown', ctrlKey: true }, 'price')).toBeUndefined();
  expect(moveOf({ ...plain, key: 'Enter', metaKey: true }, 'price')).toBeUndefined();
});
