/** Encodings of older programs, the likeliest first, and where they are used. */
const encodings = {
  'windows-1252': 'Western European',
  'windows-1250': 'Central European',
  'iso-8859-2': 'Central European, ISO',
  macintosh: 'an older Mac',
  'windows-1251': 'Cyrillic',
  'windows-1254': 'Turkish',
  'windows-1257': 'Baltic',
} as const;

const usual = 'windows-1252';

/** One way to read the bytes of a file that is no UTF-8. */
export interface Reading {
  /** Words with the letters in question, and the encoding. */
  readonly name: string;
  readonly text: string;
}

const sampleBytes = 200_000;
const shownWords = 3;
const maxWord = 60;

/** The readings in which the letters make sense, the best first; those that read the same are one. */
export function readLetters(bytes: Uint8Array): Reading[] {
  const sample = bytes.subarray(0, sampleBytes);
  const read = Object.entries(encodings).map(([encoding, used]) => {
    const words = new TextDecoder(encoding)
      .decode(sample)
      .split(/[\s,;|"]/)
      .filter((word) => word.length <= maxWord && /[\u0080-\uFFFF]/.test(word));
    return { encoding, used, words, wrong: words.reduce((sum, word) => sum + wrongIn(word), 0) };
  });
  const least = Math.min(...read.map(({ wrong }) => wrong));
  const seen = new Set<string>();
  return read
    .toSorted((a, b) => a.wrong - b.wrong)
    .filter(({ encoding, words, wrong }) => {
      const isNew = !seen.has(words.join(' '));
      seen.add(words.join(' '));
      // What was chosen by its letters is shown beside the usual reading.
      return isNew && (wrong <= least + words.length / 4 || encoding === usual);
    })
    .map(({ encoding, used, words }) => ({
      name: `${[...new Set(words)].slice(0, shownWords).join(', ')} (${used})`,
      text: new TextDecoder(encoding).decode(bytes),
    }));
}

/** How many of its characters no language has at such a place. */
function wrongIn(word: string): number {
  const isCyrillic = /\p{Script=Cyrillic}/u.test(word);
  const inWords =
    word.match(/(?<=\p{L})[^\p{L}\p{M}\p{N}\s.,;:'’()/&+-]|[^\p{L}\p{M}\p{N}\s.,;:'’"„“()/&+°€£-](?=\p{L})/gu) ?? [];
  const capitals = word.match(/(?<=\p{Ll})\p{Lu}/gu) ?? [];
  const mixed = isCyrillic && /\p{Script=Latin}/u.test(word) ? 3 : 0;
  // In Latin letters no word consists of accents.
  const accents = isCyrillic ? [] : (word.match(/[\u00C0-\u024F]{3,}/g) ?? []);
  // oxlint-disable-next-line no-control-regex
  const controls = word.match(/[\u0080-\u009F]/g) ?? [];
  return inWords.length + capitals.length + mixed + accents.join('').length + 2 * controls.length;
}
