/**
 * The time in the id of every animal. The id is public while the animal is for sale, and of young that were recorded at their birth it would
 * tell the moment.
 */
export const timeOfAnimalIds = Date.UTC(2020, 0, 1);
