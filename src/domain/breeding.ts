export const breedingOutcomes = ['pending', 'successful', 'unsuccessful'] as const;
export type BreedingOutcome = (typeof breedingOutcomes)[number];

/** Most young that one record keeps. */
export const maxOffspring = 4;
