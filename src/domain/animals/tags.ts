import { normalizeText } from '../values/text.ts';

/** Tags that look alike share a key: MJ02, MJ2 and mj-2 do. Separated groups of digits stay apart: 1-23 is not 12-3. */
export function looseTagKey(tag: string): string {
  const normalized = normalizeText(tag);
  if (/^\d+$/.test(normalized)) return normalized.replace(/^0+(?=\d)/, '');
  const words = normalized.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
  if (words === '') return normalized;
  return words.replaceAll(/(?<=\p{N}) (?!\p{N})|(?<!\p{N}) /gu, '').replaceAll(/(?<!\p{N})0+(?=\p{N})/gu, '');
}

/** Removes separators: 4-1123, 4/1123 and 41123 may be typed for the same animal. */
export function compactTag(tag: string): string {
  const normalized = normalizeText(tag);
  return /^[\da-z]*$/.test(normalized) ? normalized : normalized.replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** Spellings of the same number share a key. */
export const numberKey = (number: string): string => compactTag(number) || normalizeText(number);

interface AnimalTag {
  readonly id: string;
  readonly tagNumber: string;
}

export const groupByLooseTag = <A extends AnimalTag>(animals: readonly A[]): ReadonlyMap<string, readonly A[]> =>
  Map.groupBy(animals, (animal) => looseTagKey(animal.tagNumber));
