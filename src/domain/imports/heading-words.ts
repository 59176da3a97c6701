import { normalizeText } from '../text.ts';
import type { ParentRole } from '../parentage.ts';

export const parentWords: ReadonlyMap<string, ParentRole> = new Map([
  ...'dam dams mother mothers ewe ewes doe does nanny'.split(' ').map((word) => [word, 'mother'] as const),
  ...'sire sires father fathers ram rams buck bucks billy tup'.split(' ').map((word) => [word, 'father'] as const),
]);

/** A parent's word that also names the animals of a list. */
export const weakParents = new Set('ewe ewes doe does nanny ram rams buck bucks billy tup'.split(' '));

export const namesParent = (heading: string): boolean =>
  splitWords(heading).some((word) => parentWords.has(word) && !weakParents.has(word));

export function splitWords(heading: string): string[] {
  return (
    heading
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .normalize('NFKD')
      .replaceAll(/['’]s\b|[\p{M}'’]/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

export const headingKey = (heading: string): string => normalizeText(heading).slice(0, 200).toWellFormed();
