import { compactTag, looseTagKey, numberKey } from './tags.ts';
import { normalizeText } from '../values/text.ts';

/** The searchable texts of an item: the tag, name and breed of an animal, or the name of a place. */
export interface Searched {
  readonly tag: string;
  readonly words?: readonly (string | number | null)[];
  /** An EID, a registration number, earlier tags. */
  readonly numbers?: readonly string[] | undefined;
}

interface SearchKey {
  readonly tag: string;
  /** Without separators. */
  readonly compact: string;
  /** Without separators and leading zeros. */
  readonly loose: string;
  /** The tag and the words, separated by bars. */
  readonly lines: string;
  readonly numbers: readonly string[];
}

const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

/** Removes case and accents, so that 'zoe' finds 'Zoé'. */
function fold(text: string): string {
  const folded = normalizeText(text);
  return isAscii(folded) ? folded : normalizeText(folded.normalize('NFD').replaceAll(/\p{M}/gu, ''));
}

export function searchKey({ tag, words = [], numbers = [] }: Searched): SearchKey {
  const folded = fold(tag);
  return {
    tag: folded,
    compact: compactTag(folded),
    loose: looseTagKey(folded),
    // Joined first, because folding takes most of the time.
    lines: `|${folded}|${fold(words.join('|'))}`,
    numbers: numbers.map(numberKey),
  };
}

/** The key of each object is computed when it is first searched. */
export function searchKeys<T extends object>(describe: (item: T) => Searched): (item: T) => SearchKey {
  const keys = new WeakMap<T, SearchKey>();
  return (item) => {
    const known = keys.get(item) ?? searchKey(describe(item));
    keys.set(item, known);
    return known;
  };
}

const ranks = [
  'the tag',
  'its last number',
  'its end',
  'its beginning',
  'another number',
  'the beginning of a word',
  'anywhere',
] as const;
type Rank = (typeof ranks)[number];
export type Where = 'anywhere' | 'at the end';

/** Fewer characters would match the end of, or a part of, too many numbers. */
const [minAtEnd, minWithin, eidLength] = [3, 6, 15];

/**
 * How well an item matches the typed text. 4/1123, 41123 and 1123 find 4-1123; 23 and 4-23 find 4-0023. Of other numbers the last three
 * characters are enough, and an EID is found within what readers put around it. `where`: nothing but the end of a tag or number may match.
 */
function ranking(typed: string, where: Where): (key: SearchKey) => Rank | undefined {
  const wanted = fold(typed);
  const compact = compactTag(wanted);
  const loose = compact === '' ? '' : looseTagKey(wanted);
  const number = numberKey(typed);
  const words = wanted.split(' ');
  // People type the beginning of a word and the end of a number.
  const isOnlyEnd = where === 'at the end';
  const isEnd = isOnlyEnd || /\p{N}$/u.test(wanted);
  const byTag = (key: SearchKey): Rank | undefined => {
    if (key.compact === compact || key.loose === loose) return 'the tag';
    if (isEnd && key.loose.endsWith(loose) && !hasDigitBefore(key.loose, loose)) return 'its last number';
    if (isEnd && key.compact.endsWith(compact)) return 'its end';
    return !isOnlyEnd && key.compact.startsWith(compact) ? 'its beginning' : undefined;
  };
  const isOther = (other: string): boolean =>
    (number.length >= minAtEnd && other.endsWith(number)) ||
    (!isOnlyEnd && number.length >= minWithin && other.includes(number)) ||
    (other.length === eidLength && number.includes(other));
  return (key) => {
    if (key.tag === wanted) return 'the tag';
    const rank = compact === '' ? undefined : byTag(key);
    if (rank) return rank;
    if (key.numbers.some(isOther)) return 'another number';
    if (isOnlyEnd) return undefined;
    if (key.lines.includes(`|${wanted}`)) return 'the beginning of a word';
    if (compact !== '' && key.compact.includes(compact)) return 'anywhere';
    return words.every((word) => key.lines.includes(word)) ? 'anywhere' : undefined;
  };
}

const hasDigitBefore = (text: string, end: string): boolean => /\p{N}/u.test(text.charAt(text.length - end.length - 1));

/** The matching items, best match first, and in the given order among equals. */
export function searchItems<T>(
  typed: string,
  items: readonly T[],
  keyOf: (item: T) => SearchKey,
  where: Where = 'anywhere',
): readonly T[] {
  if (fold(typed) === '') return items;
  const rankOf = ranking(typed, where);
  const byRank = new Map<Rank, T[]>(ranks.map((rank) => [rank, []]));
  for (const item of items) {
    const rank = rankOf(keyOf(item));
    if (rank) byRank.get(rank)?.push(item);
  }
  return [...byRank.values()].flat();
}

/** The index at which the typed suffix of a tag begins, so that it can be highlighted; undefined if it is not a suffix. */
export function endOfTag(tag: string, typed: string): number | undefined {
  const wanted = compactTag(typed);
  if (wanted === '') return undefined;
  for (let at = tag.length - 1; at >= 0; at -= 1) {
    const end = compactTag(tag.slice(at));
    if (end === wanted) return at;
    if (end.length > wanted.length) return undefined;
  }
  return undefined;
}
