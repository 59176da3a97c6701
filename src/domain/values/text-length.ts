export function codePointLength(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

// Created on first use, because the first use of Intl takes 100 ms on a slow phone.
let graphemes: Intl.Segmenter | undefined;

/** `max` counts code points; a grapheme such as an emoji of several code points is never split. */
export function truncateText(text: string, max: number): string {
  if (text.length <= max) return text;
  let remaining = max;
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment, index } of graphemes.segment(text)) {
    remaining -= codePointLength(segment);
    if (remaining < 0) return text.slice(0, index);
  }
  return text;
}
