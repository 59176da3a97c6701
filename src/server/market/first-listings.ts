import type { FirstListings } from '#contract/beginning.ts';
import { marketRoutes, MarketSearch } from '#contract/market.ts';
import type { Deps } from '#server/deps.ts';
import type { ShowListings } from '#server/html/first-view.ts';
import type { MarketPages } from './market-pages.ts';
import { countVisitor } from './market.routes.ts';

/** The marketplace as a visitor first sees it: the same page, the same count of visits and the same checks as over the API. */
export function showFirstListings(deps: Pick<Deps, 'visits' | 'log'>, pages: MarketPages): ShowListings {
  const known = new WeakMap<object, FirstListings>();
  return async (ip) => {
    try {
      await countVisitor(deps, ip);
      const { found, page, nextCursor } = await pages.read(MarketSearch.parse({}));
      const listings = known.get(found) ?? { items: marketRoutes.listForSale.reply.parse(page), nextCursor };
      known.set(found, listings);
      return listings;
    } catch (error) {
      // The page asks by itself then, and says what is the matter.
      deps.log.debug(error, 'The first view of the marketplace could not be drawn.');
      return undefined;
    }
  };
}
