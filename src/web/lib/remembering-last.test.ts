import { expect, test } from 'vitest';
import { rememberingLast } from './remembering-last.ts';

test('what was computed last is computed anew only for other objects', () => {
  const together = rememberingLast((first: object, second: object | undefined) => [first, second]);
  const [a, b] = [{}, {}];
  const computed = together(a, undefined);
  expect(together(a, undefined)).toBe(computed);
  expect(together(a, b)).toEqual([a, b]);
  expect(together(a, undefined)).not.toBe(computed);
});
