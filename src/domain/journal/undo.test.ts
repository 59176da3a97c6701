import { expect, test } from 'vitest';
import { minutesToUndo } from './undo.ts';

test.each([
  ['00:00', 10],
  ['00:01', 10],
  ['01:00', 9],
  ['09:00', 1],
  ['09:59', 1],
  ['10:00', 0],
  ['59:00', 0],
])('%s after it was done, %i minutes are left to undo it', (later, left) => {
  expect(minutesToUndo('2026-11-25T05:00:00.000Z', new Date(`2026-11-25T05:${later}.000Z`))).toBe(left);
});

test('a clock that is ahead gives no more than ten minutes', () => {
  expect(minutesToUndo('2026-11-25T05:07:00.000Z', new Date('2026-11-25T05:00:00.000Z'))).toBe(10);
});
