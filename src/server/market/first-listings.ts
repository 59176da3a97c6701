import type { FirstListings } from '#contract/initial-data.ts';
import { marketRoutes, MarketSearch } from '#contract/market.ts';
import type { Deps } from '#server/deps.ts';
import type { ReadFirstListings } from '#server/html/prerender.ts';
import type { MarketPages } from './market-pages.ts';
import { countVisitor } from './market.routes.ts';

/** Reads the first page as the API does, with the same limits and checks. */
export function createFirstListingsReader(deps: Pick<Deps, 'visits' | 'log'>, pages: MarketPages): ReadFirstListings {
  const answers = new WeakMap<object, FirstListings>();
  return async (ip) => {
    try {
      await countVisitor(deps, ip);
      const { found, page, nextCursor } = await pages.read(MarketSearch.parse({}));
      const listings = answers.get(found) ?? { items: marketRoutes.listForSale.reply.parse(page), nextCursor };
      answers.set(found, listings);
      return listings;
    } catch (error) {
      deps.log.debug(error, 'The first listings could not be read.');
      return undefined;
    }
  };
}
