import type { Sex, Species } from './animals.ts';
import { parentRoles, parentSex, type ParentRole } from './parentage.ts';

export const breedingOutcomes = ['pending', 'successful', 'unsuccessful'] as const;
export type BreedingOutcome = (typeof breedingOutcomes)[number];

/** Most young that one record keeps. */
export const maxOffspring = 4;

export interface Mate {
  readonly sex: Sex;
  readonly species: Species;
}

/** Why these two cannot be mated, and which of them is to blame; undefined where nothing speaks against it. */
export function whyNotPair(pair: Readonly<Record<ParentRole, Mate>>): { role: ParentRole; why: string } | undefined {
  for (const role of parentRoles) {
    if (pair[role].sex !== parentSex[role]) {
      return { role, why: role === 'mother' ? 'Mother must be female' : 'Father must be male' };
    }
  }
  if (pair.mother.species !== pair.father.species)
    return { role: 'father', why: 'Father and mother must be of the same species' };
  return undefined;
}

export type Parents = Readonly<Record<`${ParentRole}Id`, string | null>>;

/** Offspring of a breeding record share its mother or its father (specification, section 5). */
export const sharesParent = (young: Parents, pair: Parents): boolean =>
  (young.motherId !== null && young.motherId === pair.motherId) || (young.fatherId !== null && young.fatherId === pair.fatherId);
