/** PostgreSQL cannot store U+0000, and lone surrogates cannot be encoded as UTF-8. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

// Control characters other than tab and line breaks, and characters that reverse or hide text, serve only to deceive.
const deceptive =
  // oxlint-disable-next-line no-control-regex
  /[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u206F\uFEFF]/g;

export function cleanText(text: string): string {
  return text.replaceAll(deceptive, '').trim();
}

/** For texts that must be one line on every screen and in every file. */
export const joinLines = (text: string): string => text.replaceAll(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ');

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Most texts only need lower-casing, and a search goes through ten thousand of them. */
const isPlain = (text: string): boolean => /^[!-~]*(?: [!-~]+)*$/.test(text) && !text.startsWith(' ');

export function normalizeText(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** By UTF-16 code units: the order of ids and of days and moments as ISO 8601 text. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The order of both databases, which is that of UTF-8. */
export function compareCodePoints(a: string, b: string): number {
  const [first, second] = [Array.from(a), Array.from(b)];
  const at = first.findIndex((point, index) => point !== second[index]);
  if (at === -1) return first.length - second.length;
  return (first[at]?.codePointAt(0) ?? -1) - (second[at]?.codePointAt(0) ?? -1);
}
