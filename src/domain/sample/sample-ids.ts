/** What belongs to the sample is recognised by its id alone, so that nothing else can be deleted with it. */
const beginningOf = (farmId: string): string => `${farmId.slice(0, -4)}5a`;

export const sampleId = (farmId: string, index: number): string => `${beginningOf(farmId)}${index.toString(16).padStart(2, '0')}`;

const sampleSize = 20;

/** These animals count against no cap. */
export const sampleAnimalIds = (farmId: string): readonly string[] =>
  Array.from({ length: sampleSize }, (_, index) => sampleId(farmId, index));

export const isSampleAnimal = (farmId: string, id: string): boolean =>
  isSampleId(farmId, id) && sampleAnimalIds(farmId).includes(id);

const firstPlace = 0x80;

export const samplePlaceId = (farmId: string, index: number): string => sampleId(farmId, firstPlace + index);

export const isSampleId = (farmId: string, id: string): boolean => id.startsWith(beginningOf(farmId));
