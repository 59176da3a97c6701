import '#web/lib/later-addresses.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Group } from '#contract/groups.ts';
import type { Api } from '#contract/index.ts';
import type { Place } from '#contract/places.ts';
import type { Product } from '#contract/products.ts';
import type { Call } from '#contract/route.ts';
import { call } from '#web/lib/api.ts';
import { read } from '#web/lib/query.ts';
import { byTag } from '#web/herd/animal-options.tsx';

export const placesQuery = read('listPlaces', { query: {} });
export const groupsQuery = read('listGroups', { query: {} });
export const productsQuery = read('listProducts', { query: {} });

/** What can be chosen, in the natural order of names. */
export const inUse = <E extends { readonly name: string; readonly archivedAt: string | null }>(entries: readonly E[]): E[] =>
  entries.filter(({ archivedAt }) => archivedAt === null).toSorted(byName);

export const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  byTag({ tagNumber: a.name }, { tagNumber: b.name });

interface Listed {
  readonly id: string;
}

function useSaving<In, Out extends Listed>(queryKey: readonly unknown[], send: (input: In) => Promise<Out>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (saved) => {
      client.setQueryData<Out[]>(queryKey, (list) => list && [saved, ...list.filter(({ id }) => id !== saved.id)]);
      return refreshSummaries(client);
    },
    // Somebody else may have changed it.
    onError: () => void client.invalidateQueries({ queryKey }),
  });
}

/** They name the places and groups of their animals. */
const refreshSummaries = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey: [url] }) => typeof url === 'string' && url.endsWith('/summary') });

export const useAddPlace = () =>
  useSaving<Call<Api['addPlace']>['body'], Place>(placesQuery.queryKey, (body) => call('addPlace', { body }));
export const useAddGroup = () =>
  useSaving<Call<Api['addGroup']>['body'], Group>(groupsQuery.queryKey, (body) => call('addGroup', { body }));
export const useAddProduct = () =>
  useSaving<Call<Api['addProduct']>['body'], Product>(productsQuery.queryKey, (body) => call('addProduct', { body }));

export const useChangePlace = () =>
  useSaving<Call<Api['changePlace']>['body'] & Listed, Place>(placesQuery.queryKey, ({ id, ...body }) =>
    call('changePlace', { params: { id }, body }),
  );
export const useChangeGroup = () =>
  useSaving<Call<Api['changeGroup']>['body'] & Listed, Group>(groupsQuery.queryKey, ({ id, ...body }) =>
    call('changeGroup', { params: { id }, body }),
  );
export const useChangeProduct = () =>
  useSaving<Call<Api['changeProduct']>['body'] & Listed, Product>(productsQuery.queryKey, ({ id, ...body }) =>
    call('changeProduct', { params: { id }, body }),
  );
