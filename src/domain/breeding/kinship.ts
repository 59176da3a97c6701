import type { ParentIds } from '../records/breeding.ts';

export interface AnimalWithParents extends ParentIds {
  readonly id: string;
}

export type Kinship = 'mother' | 'daughter' | 'full sister' | 'half sister';

export function kinshipOf(female: AnimalWithParents, male: AnimalWithParents): Kinship | undefined {
  if (male.motherId === female.id) return 'mother';
  if (female.fatherId === male.id) return 'daughter';
  const shareMother = female.motherId !== null && female.motherId === male.motherId;
  const shareFather = female.fatherId !== null && female.fatherId === male.fatherId;
  if (shareMother && shareFather) return 'full sister';
  return shareMother || shareFather ? 'half sister' : undefined;
}
