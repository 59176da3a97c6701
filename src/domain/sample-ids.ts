/** The animals of the sample are recognised by their ids alone, so that no other animal can be deleted with it. */
const beginningOf = (farmId: string): string => `${farmId.slice(0, -4)}5a`;

export const sampleId = (farmId: string, index: number): string => `${beginningOf(farmId)}${index.toString(16).padStart(2, '0')}`;

export const isSampleId = (farmId: string, id: string): boolean => id.startsWith(beginningOf(farmId));
