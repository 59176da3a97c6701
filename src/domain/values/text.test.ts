import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanText } from './text.ts';
import { codePointLength, truncateText } from './text-length.ts';

const family = '👨‍👩‍👧';
const flag = '🇨🇭';

describe('truncating a text', () => {
  test('returns a text within the limit of code points unchanged', () => {
    expect(truncateText('🐐'.repeat(255), 255)).toBe('🐐'.repeat(255));
    expect(truncateText('', 255)).toBe('');
  });

  test('never splits an emoji, however many code points it has', () => {
    expect(truncateText(`${'a'.repeat(253)}${family}`, 255)).toBe('a'.repeat(253));
    expect(truncateText(`${'a'.repeat(254)}${flag}`, 255)).toBe('a'.repeat(254));
    expect(truncateText(`${'a'.repeat(253)}${flag}b`, 255)).toBe(`${'a'.repeat(253)}${flag}`);
  });

  test('returns the longest prefix within the limit, and is idempotent', () => {
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
});

test.each(['\u0007', '\u007F', '\u009B', '\u061C', '\u200B', '\u200E', '\u202E', '\u2066', '\u206A', '\uFEFF'])(
  'a character that only controls or hides how a text is shown, such as %j, is removed from it',
  (character) => expect(cleanText(`Be${character}lla`)).toBe('Bella'),
);

test.each(['Zoë\tand\nMia', family, 'می‌خواهم', 'line\u0085line'])('%j is kept as it was typed', (typed) =>
  expect(cleanText(typed)).toBe(typed),
);
