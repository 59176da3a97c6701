import '#web/lib/later-addresses.ts';
import { useQuery } from '@tanstack/react-query';
import type { AnimalTag, EarlierTag } from '#contract/animal-tags.ts';
import { read } from '#web/lib/query.ts';

const animalTagsQuery = read('listAnimalTags', { query: {} });
const earlierTagsQuery = read('listEarlierTags', { query: {} });

/** The numbers of each animal besides its ear tag, by its id. */
export type Numbers = ReadonlyMap<string, readonly string[]>;

export const noNumbers: Numbers = new Map();

/** EIDs, registration numbers and earlier tags; empty until they are read. */
export function useNumbers(enabled = true): Numbers {
  const { data: tags } = useQuery({ ...animalTagsQuery, enabled });
  const { data: earlier } = useQuery({ ...earlierTagsQuery, enabled });
  return numbersOf(tags, earlier);
}

type NumberOf = Pick<AnimalTag & EarlierTag, 'animalId' | 'number'>;
type Lists = readonly (readonly NumberOf[] | undefined)[];

let last: { readonly lists: Lists; readonly numbers: Numbers } = { lists: [], numbers: noNumbers };

/** One map for all who search, since what is searched is stored with it. */
function numbersOf(...lists: Lists): Numbers {
  if (lists.some((list, index) => list !== last.lists[index])) {
    const all = Map.groupBy(
      lists.flatMap((list): readonly NumberOf[] => list ?? []),
      ({ animalId }) => animalId,
    );
    last = { lists, numbers: new Map(Array.from(all, ([id, tags]) => [id, tags.map(({ number }) => number)])) };
  }
  return last.numbers;
}
