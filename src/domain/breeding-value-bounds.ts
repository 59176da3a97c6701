export const maxBreedingValue = 100_000;
export const maxTraitLength = 40;
/** Of one animal and one analysis. */
export const maxBreedingValues = 60;
