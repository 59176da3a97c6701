export const maxBreedingValue = 100_000;
export const maxTraitLength = 40;
/** The maximum for one animal in one analysis. */
export const maxBreedingValues = 60;
