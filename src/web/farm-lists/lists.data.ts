import { useMutation, useQuery } from '@tanstack/react-query';
import type { Api } from '#contract/index.ts';
import type { Call } from '#contract/route.ts';
import { call } from '#web/lib/api.ts';
import { read } from '#web/lib/query.ts';
import { byTag } from '#web/herd/animal-options.tsx';

export const placesQuery = read('listPlaces', { query: {} });
export const groupsQuery = read('listGroups', { query: {} });
export const productsQuery = read('listProducts', { query: {} });

/** Names places and groups by their ids, also archived ones; undefined if there is none or they are not read. */
export function useEntryNames(): (id: string) => string | undefined {
  const { data: places = [] } = useQuery(placesQuery);
  const { data: groups = [] } = useQuery(groupsQuery);
  const names = new Map([...places, ...groups].map(({ id, name }) => [id, name]));
  return (id) => names.get(id);
}

/** The entries that are not archived, by name in natural order. */
export const inUse = <E extends { readonly name: string; readonly archivedAt: string | null }>(entries: readonly E[]): E[] =>
  entries.filter(({ archivedAt }) => archivedAt === null).toSorted(byName);

export const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  byTag({ tagNumber: a.name }, { tagNumber: b.name });

interface Listed {
  readonly id: string;
}

export const useAddPlace = () => useMutation({ mutationFn: (body: Call<Api['addPlace']>['body']) => call('addPlace', { body }) });
export const useAddGroup = () => useMutation({ mutationFn: (body: Call<Api['addGroup']>['body']) => call('addGroup', { body }) });
export const useAddProduct = () =>
  useMutation({ mutationFn: (body: Call<Api['addProduct']>['body']) => call('addProduct', { body }) });

export const useChangePlace = () =>
  useMutation({
    mutationFn: ({ id, ...body }: Call<Api['changePlace']>['body'] & Listed) => call('changePlace', { params: { id }, body }),
  });
export const useChangeGroup = () =>
  useMutation({
    mutationFn: ({ id, ...body }: Call<Api['changeGroup']>['body'] & Listed) => call('changeGroup', { params: { id }, body }),
  });
export const useChangeProduct = () =>
  useMutation({
    mutationFn: ({ id, ...body }: Call<Api['changeProduct']>['body'] & Listed) => call('changeProduct', { params: { id }, body }),
  });
