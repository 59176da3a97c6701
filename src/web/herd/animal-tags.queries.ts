import { read } from '#web/lib/query.ts';

export const animalTagsQuery = read('listAnimalTags', { query: {} });
export const earlierTagsQuery = read('listEarlierTags', { query: {} });
export const tagsOfAnimalQuery = (animalId: string) => read('listAnimalTags', { query: { animalId } });
