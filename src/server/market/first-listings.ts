import { marketRoutes, MarketSearch } from '#contract/market.ts';
import type { Deps } from '#server/deps.ts';
import type { ReadFirstListings } from '#server/html/prerender.ts';
import type { ReadMarket } from './market-pages.ts';
import { countVisitor } from './market.routes.ts';

/** Reads the first page as the API does, with the same limits and checks. */
export function createFirstListingsReader(deps: Pick<Deps, 'visits' | 'log'>, readMarket: ReadMarket): ReadFirstListings {
  return async (ip) => {
    try {
      await countVisitor(deps, ip);
      const { page, nextCursor } = await readMarket(MarketSearch.parse({}));
      return { items: marketRoutes.listForSale.reply.parse(page), nextCursor };
    } catch (error) {
      deps.log.debug(error, 'The first listings could not be read.');
      return undefined;
    }
  };
}
