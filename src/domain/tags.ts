import { normalizeText } from './text.ts';

/**
 * A key that tags share if they look alike: case, punctuation and leading zeros are ignored, so MJ02, MJ2 and mj-2 share one.
 * Separated groups of digits stay apart: 1-23 is not 12-3.
 */
export function looseTagKey(tag: string): string {
  const words = normalizeText(tag)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  if (words === '') return normalizeText(tag);
  return words.replaceAll(/(?<=\p{N}) (?!\p{N})|(?<!\p{N}) /gu, '').replaceAll(/(?<!\p{N})0+(?=\p{N})/gu, '');
}

/** Letters and digits of a tag without separators: 4-1123, 4/1123 and 41123 are typed for the same animal. */
export const compactTag = (tag: string): string => normalizeText(tag).replaceAll(/[^\p{L}\p{N}]+/gu, '');

interface AnimalTag {
  readonly id: string;
  readonly tagNumber: string;
}

/** Indexed so that a lookup for each key typed costs nothing. */
export const groupByLooseTag = <A extends AnimalTag>(animals: readonly A[]): ReadonlyMap<string, readonly A[]> =>
  Map.groupBy(animals, (animal) => looseTagKey(animal.tagNumber));
