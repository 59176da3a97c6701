import type { FirstListings } from '#contract/initial-data.ts';
import { marketRoutes, MarketSearch } from '#contract/market.ts';
import type { Deps } from '#server/deps.ts';
import type { ReadFirstListings } from '#server/html/prerender.ts';
import type { MarketPages } from './market-pages.ts';
import { countVisitor } from './market.routes.ts';

/** The marketplace as a visitor first sees it: the same page, the same count of visits and the same checks as over the API. */
export function createFirstListingsReader(deps: Pick<Deps, 'visits' | 'log'>, pages: MarketPages): ReadFirstListings {
  const known = new WeakMap<object, FirstListings>();
  return async (ip) => {
    try {
      await countVisitor(deps, ip);
      const { found, page, nextCursor } = await pages.read(MarketSearch.parse({}));
      const listings = known.get(found) ?? { items: marketRoutes.listForSale.reply.parse(page), nextCursor };
      known.set(found, listings);
      return listings;
    } catch (error) {
      // The page requests the listings then and reports the failure.
      deps.log.debug(error, 'The first listings could not be read.');
      return undefined;
    }
  };
}
