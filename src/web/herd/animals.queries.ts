import { read } from '#web/lib/query.ts';

/** The animals the farm keeps or kept, newest first. */
export const animalsQuery = read('listAnimals', { query: {} });
/** The newest of them, where the first HTML has brought them along: to be seen while the whole list is on its way. */
export const firstAnimalsKey = ['first animals'] as const;
/** Parents the farm does not keep: an outside sire, a grand-dam of another farm. */
export const outsideParentsQuery = read('listReferenceAnimals', { query: {} });
