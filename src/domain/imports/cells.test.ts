import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanCell, cleanLine } from './cells.ts';

test('a cell is read without long runs of white space, invisible controls or anything a database refuses', () => {
  expect(cleanCell(`  a${' '.repeat(100_000)}b\t\tc \r\n d\n\n\n\ne\0\uD800\u202E `)).toBe('a b c\nd\n\ne\uFFFD');
  expect(cleanLine('Tag \n number\0')).toBe('Tag number');
});

test('a cell as long as the longest field is not cut, and a longer one remains too long', () => {
  const longest = '🐐'.repeat(2000);
  expect(cleanCell(longest)).toBe(longest);
  expect(Array.from(cleanCell('🐐'.repeat(1_000_000))).length).toBeGreaterThan(2000);
  expect(cleanCell('x'.repeat(10_000_000)).length).toBeLessThan(5000);
});

test('cleaning a clean cell changes nothing', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r', '\t', '\0', '\u200B', '\uD83D', '😀', '\u00A0') }),
      (text) => {
        expect(cleanCell(cleanCell(text))).toBe(cleanCell(text));
        expect(cleanCell(text).isWellFormed() && !cleanCell(text).includes('\0')).toBe(true);
      },
    ),
  );
});
