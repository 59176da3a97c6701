import { expect, test } from 'vitest';
import { marginRule } from './print-margins.tsx';

test('no name of a farm ends the rule that prints it', () => {
  const rule = marginRule('A "quiet" \\ farm\n', 'November 23, 2026');
  expect(rule).toContain('@bottom-left{content:"A \\22 quiet\\22  \\5c  farm\\a ";');
  expect(rule).toContain('@bottom-center{content:"November 23, 2026"');
});
