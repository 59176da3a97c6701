import { read } from '#web/lib/server/query.ts';

export const animalsQuery = read('listAnimals', { query: {} });
export const animalStatesQuery = read('listAnimalStates', { query: {} });
export const outsideParentsQuery = read('listReferenceAnimals', { query: {} });
export const breedingRecordsQuery = read('listBreedingRecords', { query: {} });
