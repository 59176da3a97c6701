import { infiniteQueryOptions } from '@tanstack/react-query';
import { callPage } from '#web/lib/api.ts';
import { read } from '#web/lib/query.ts';
import { type MarketFilter, marketQuery } from './market-filter.ts';

export const listingsQuery = (filter: MarketFilter) => {
  const query = marketQuery(filter);
  return infiniteQueryOptions({
    queryKey: ['/api/for-sale', query],
    queryFn: ({ pageParam, signal }) => callPage('listForSale', { query: { ...query, cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 60_000,
  });
};

export const listingQuery = (id: string) => read('readListing', { params: { id } });
