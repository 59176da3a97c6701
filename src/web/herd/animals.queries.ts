import { read } from '#web/lib/query.ts';

export const animalsQuery = read('listAnimals', { query: {} });
/** Part of the initial data, shown while the whole list is loading. */
export const firstAnimalsKey = ['first animals'] as const;
export const animalStatesQuery = read('listAnimalStates', { query: {} });
export const outsideParentsQuery = read('listReferenceAnimals', { query: {} });
