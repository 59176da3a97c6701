import { infiniteQueryOptions } from '@tanstack/react-query';
import type { marketRoutes } from '#contract/market.ts';
import type { Call } from '#contract/route.ts';
import { callPage } from '#web/lib/server/api.ts';
import { read } from '#web/lib/server/query.ts';

type Query = Call<typeof marketRoutes.listForSale>['query'];

export const listingsQuery = (query: Query) =>
  infiniteQueryOptions({
    queryKey: ['/api/for-sale', query],
    queryFn: ({ pageParam, signal }) => callPage('listForSale', { query: { ...query, cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 60_000,
  });

export const listingQuery = (id: string) => read('readListing', { params: { id } });
