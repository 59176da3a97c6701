import { expect, test } from 'vitest';
import { minutesToUndo } from './undo.ts';

test('an act can be undone for ten minutes, also by a clock that is ahead', () => {
  const left = (seconds: number) => minutesToUndo('2026-11-25T05:00:00.000Z', new Date(Date.UTC(2026, 10, 25, 5, 0, seconds)));
  expect([-420, 0, 1, 60, 540, 599, 600, 3540].map(left)).toEqual([10, 10, 10, 9, 1, 1, 0, 0]);
});
