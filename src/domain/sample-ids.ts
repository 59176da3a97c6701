/** The animals of a farm's sample are known by their ids alone: nothing else says what may be thrown away. */
const beginningOf = (farmId: string): string => `${farmId.slice(0, -4)}5a`;

export const sampleId = (farmId: string, index: number): string => `${beginningOf(farmId)}${index.toString(16).padStart(2, '0')}`;

export const isSampleId = (farmId: string, id: string): boolean => id.startsWith(beginningOf(farmId));
