import { sameWord } from './text.ts';

/**
 * What the eye takes in of a tag number: case, punctuation and leading zeros are overlooked, so MJ02, MJ2 and mj-2 look alike.
 * Digits stay apart where something parts them: 1-23 is not 12-3.
 */
export function tagLook(tag: string): string {
  const words = sameWord(tag)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  if (words === '') return sameWord(tag);
  return words.replaceAll(/(?<=\p{N}) (?!\p{N})|(?<!\p{N}) /gu, '').replaceAll(/(?<!\p{N})0+(?=\p{N})/gu, '');
}

/** Letters and figures of a tag without whatever parts them: 4-1123, 4/1123 and 41123 are typed for the same animal. */
export const compactTag = (tag: string): string => sameWord(tag).replaceAll(/[^\p{L}\p{N}]+/gu, '');

interface Tagged {
  readonly id: string;
  readonly tagNumber: string;
}

/** The animals by the look of their tags, so that asking for each key typed costs nothing. */
export const byTagLook = <A extends Tagged>(animals: readonly A[]): ReadonlyMap<string, readonly A[]> =>
  Map.groupBy(animals, (animal) => tagLook(animal.tagNumber));
