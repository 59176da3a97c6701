import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText } from './text.ts';
import { codePointLength, truncateText } from './text-length.ts';

const family = '👨‍👩‍👧';
const flag = '🇨🇭';

test('truncating a text never splits an emoji, however many code points it has', () => {
  expect(truncateText('🐐'.repeat(255), 255)).toBe('🐐'.repeat(255));
  expect(truncateText(`${'a'.repeat(253)}${family}`, 255)).toBe('a'.repeat(253));
  expect(truncateText(`${'a'.repeat(253)}${flag}b`, 255)).toBe(`${'a'.repeat(253)}${flag}`);
});

test('truncating a text returns the longest prefix within the limit, and is idempotent', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'é', 'e\u0301', '🐐', family, flag, '\r\n', ' '), maxLength: 60 });
  fc.assert(
    fc.property(texts, fc.nat(40), (text, max) => {
      const cut = truncateText(text, max);
      expect(text.startsWith(cut)).toBe(true);
      expect(codePointLength(cut)).toBeLessThanOrEqual(max);
      expect(truncateText(cut, max)).toBe(cut);
      if (codePointLength(text) <= max) expect(cut).toBe(text);
      expect(cut.isWellFormed()).toBe(true);
    }),
  );
});

test('a character that only controls or hides how a text is shown is removed from it, and all others are kept', () => {
  for (const character of '\u0007\u007F\u009B\u061C\u200B\u200E\u202E\u2066\u206A\uFEFF')
    expect([character, cleanText(`Be${character}lla`)]).toEqual([character, 'Bella']);
  for (const typed of ['Zoë\tand\nMia', family, 'می‌خواهم', 'line\u0085line']) expect(cleanText(typed)).toBe(typed);
});
