import { useQuery } from '@tanstack/react-query';
import type { AnimalTag, EarlierTag } from '#contract/animal-tags.ts';
import { read } from '#web/lib/server/query.ts';
import { rememberingLast } from '#web/lib/remembering-last.ts';

export const animalTagsQuery = read('listAnimalTags', { query: {} });
export const tagsOfAnimalQuery = (animalId: string) => read('listAnimalTags', { query: { animalId } });
export const earlierTagsQuery = read('listEarlierTags', { query: {} });

/** Maps an animal's id to its numbers besides the ear tag. */
export type Numbers = ReadonlyMap<string, readonly string[]>;

export const noNumbers: Numbers = new Map();

/** EIDs, registration numbers and earlier tags; empty until they are read. */
export function useNumbers(enabled = true): Numbers {
  const { data: tags } = useQuery({ ...animalTagsQuery, enabled });
  const { data: earlier } = useQuery({ ...earlierTagsQuery, enabled });
  return numbersOf(tags, earlier);
}

type NumberOf = Pick<AnimalTag & EarlierTag, 'animalId' | 'number'>;

/** All searches share one map, because the search index is cached with it. */
export const numbersOf = rememberingLast((...lists: readonly (readonly NumberOf[] | undefined)[]): Numbers => {
  const byAnimal = Map.groupBy(
    lists.flatMap((list) => list ?? []),
    ({ animalId }) => animalId,
  );
  return new Map(Array.from(byAnimal, ([id, tags]) => [id, tags.map(({ number }) => number)]));
});
