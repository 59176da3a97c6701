import type { marketRoutes } from '#contract/market.ts';
import type { Call } from '#contract/route.ts';
import { read, readPages } from '#web/lib/server/query.ts';

type Query = Call<typeof marketRoutes.listForSale>['query'];

export const listingsQuery = (query: Query) => ({ ...readPages('listForSale', { query }), staleTime: 60_000 });

export const listingQuery = (id: string) => read('readListing', { params: { id } });
