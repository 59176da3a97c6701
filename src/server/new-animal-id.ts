import { V7Generator } from 'uuidv7';
import { timeOfAnimalIds } from '#domain/animals/animal-id.ts';

const generator = new V7Generator();

/** A UUIDv7 (rule 2), in the order of their making. */
export const newAnimalId = (): string => generator.generateOrResetWithTs(timeOfAnimalIds).toString();
