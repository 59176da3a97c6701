import { read } from '#web/lib/query.ts';

/** The farm's own animals, newest first. */
export const animalsQuery = read('listAnimals', { query: {} });
/** The newest of them from the initial data, shown while the whole list is loading. */
export const firstAnimalsKey = ['first animals'] as const;
/** Reference animals: parents that the farm does not own. */
export const outsideParentsQuery = read('listReferenceAnimals', { query: {} });
