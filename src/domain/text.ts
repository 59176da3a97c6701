/** Length as people count: code points, not UTF-16 units. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** U+0000 (which PostgreSQL cannot store) and lone surrogates cannot be kept or sent on unharmed. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

// Controls other than tab and line breaks, and the marks that reverse or hide text: they can only deceive.
// oxlint-disable-next-line no-control-regex
const deceiving = /[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

/** Text as it is kept: without invisible controls, trimmed. */
export function cleanText(text: string): string {
  return text.replaceAll(deceiving, '').trim();
}

/** Two names that a person reads as the same: case, width and spaces do not count. */
export function sameWord(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

// Made when it is needed: the first thing of Intl takes a slow phone a tenth of a second.
let graphemes: Intl.Segmenter | undefined;

/** The longest beginning of at most `max` code points that cuts through no character as a person sees it (an emoji of several). */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  let left = max;
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment, index } of graphemes.segment(text)) {
    left -= codePoints(segment);
    if (left < 0) return text.slice(0, index);
  }
  return text;
}
