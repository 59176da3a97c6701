import type { Parents } from './breeding.ts';

export interface Related extends Parents {
  readonly id: string;
}

/** What a female is to a male. */
export type Kinship = 'mother' | 'daughter' | 'full sister' | 'half sister';

/** How closely a female is related to a male by their recorded parents; undefined where they say of no such kinship. */
export function kinshipOf(female: Related, male: Related): Kinship | undefined {
  if (male.motherId === female.id) return 'mother';
  if (female.fatherId === male.id) return 'daughter';
  const shareMother = female.motherId !== null && female.motherId === male.motherId;
  const shareFather = female.fatherId !== null && female.fatherId === male.fatherId;
  if (shareMother && shareFather) return 'full sister';
  return shareMother || shareFather ? 'half sister' : undefined;
}
