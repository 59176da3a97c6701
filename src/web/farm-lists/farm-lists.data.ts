import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/server/api.ts';
import { read } from '#web/lib/server/query.ts';
import type { Entries, EntryKind } from './entries.ts';
import { groupsQuery, placesQuery, productsQuery } from './lists.data.ts';

export const animalStatesQuery = read('listAnimalStates', { query: {} });

const kinds = {
  place: { query: placesQuery, add: 'addPlace', change: 'changePlace' },
  group: { query: groupsQuery, add: 'addGroup', change: 'changeGroup' },
  product: { query: productsQuery, add: 'addProduct', change: 'changeProduct' },
} as const;

/** The calls of each kind take the fields of its form. */
export function useEntryCalls<K extends EntryKind>(kind: K) {
  const { add, change } = kinds[kind];
  const send = async (name: typeof add | typeof change, input: object) => (await call(name, input as never)) as Entries[K];
  const { mutateAsync } = useMutation({ mutationFn: (input: Parameters<typeof send>) => send(...input) });
  return {
    add: (body: object) => mutateAsync([add, { body }]),
    change: (id: string, body: object) => mutateAsync([change, { params: { id }, body }]),
  };
}

/** The entry as it is stored now. */
export function useReadEntry<K extends EntryKind>(kind: K) {
  const client = useQueryClient();
  return async (id: string): Promise<Entries[K] | undefined> => {
    const list = await client.fetchQuery({ ...(kinds[kind].query as typeof placesQuery), staleTime: 0 });
    return list.find((entry) => entry.id === id) as Entries[K] | undefined;
  };
}
