import { useQueryClient } from '@tanstack/react-query';
import type { Group } from '#contract/groups.ts';
import type { Place } from '#contract/places.ts';
import type { Product } from '#contract/products.ts';
import {
  groupsQuery,
  placesQuery,
  productsQuery,
  useAddGroup,
  useAddPlace,
  useAddProduct,
  useChangeGroup,
  useChangePlace,
  useChangeProduct,
} from './lists.data.ts';
import { read } from '#web/lib/query.ts';
import type { Entry, EntryKind } from './entries.ts';

export const animalStatesQuery = read('listAnimalStates', { query: {} });

type Saved = Promise<Place | Group | Product>;

interface Calls {
  readonly add: (body: never) => Saved;
  readonly change: (change: never) => Saved;
}

/** The calls of each kind take the fields of its form. */
export function useEntryCalls(kind: EntryKind) {
  const calls: Readonly<Record<EntryKind, Calls>> = {
    place: { add: useAddPlace().mutateAsync, change: useChangePlace().mutateAsync },
    group: { add: useAddGroup().mutateAsync, change: useChangeGroup().mutateAsync },
    product: { add: useAddProduct().mutateAsync, change: useChangeProduct().mutateAsync },
  };
  const { add, change } = calls[kind];
  return {
    add: (body: object): Saved => add(body as never),
    change: (id: string, body: object): Saved => change({ id, ...body } as never),
  };
}

const queries = { place: placesQuery, group: groupsQuery, product: productsQuery } as const;

/** The entry as it is stored now. */
export function useReadEntry(kind: EntryKind) {
  const client = useQueryClient();
  return async (id: string): Promise<Entry | undefined> => {
    const list: readonly Entry[] = await client.fetchQuery({ ...(queries[kind] as typeof placesQuery), staleTime: 0 });
    return list.find((entry) => entry.id === id);
  };
}
