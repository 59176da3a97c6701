import type { marketRoutes } from '#contract/market.ts';
import type { Deps } from '#server/deps.ts';
import type { Visit } from '#server/http/guards.ts';
import { addressKey } from '#server/concurrency/address-key.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { Problem } from '#server/problem.ts';
import { findViewer, type Viewer } from '#server/http/sessions.ts';
import type { MarketPages } from './market-pages.ts';
import { findListing, findPublicly } from './market.queries.ts';

/** More than a scrolling person asks for; a scraper of sellers' addresses meets it. Whoever is signed in is known, and has twice as much. */
const visitorLimit = { hits: 60, seconds: 60 };
const accountLimit = { hits: 120, seconds: 60 };
const tooFast = 'You are looking faster than the marketplace can show. Wait a moment and go on.';

export const countVisitor = ({ visits }: Pick<Deps, 'visits'>, ip: string): Promise<void> =>
  visits.hit(`visit:${addressKey(ip)}`, visitorLimit, tooFast);

/** Listings' pages that the server draws are counted by themselves: whoever opens one asks the API as well. */
export const countPage = ({ visits }: Pick<Deps, 'visits'>, ip: string): Promise<void> =>
  visits.hit(`listing-page:${addressKey(ip)}`, visitorLimit, tooFast);

export function marketHandlers(deps: Deps, pages: MarketPages): Handlers<typeof marketRoutes> {
  const { db, publicReads, now } = deps;
  /** The session of a public route may be there; a visitor without one is counted by their address. */
  const welcome = async ({ ip, cookie }: Visit): Promise<Viewer | undefined> => {
    const viewer = cookie.token ? await findViewer(db, cookie.token, now()) : undefined;
    if (viewer) await deps.visits.hit(`viewer:${viewer.userId}`, accountLimit, tooFast);
    else await countVisitor(deps, ip);
    return viewer;
  };

  return {
    listForSale: async ({ query }, visit) => {
      const { page, nextCursor } = await pages.read(query, await welcome(visit));
      if (nextCursor !== undefined) visit.linkNext(nextCursor);
      return page;
    },

    // Sellers see their own here: they follow the link they share, and print the page.
    readListing: async ({ params }, visit) => {
      const viewer = await welcome(visit);
      const listing = viewer ? await findListing(db, params.id) : await findPublicly({ db, publicReads }, params.id);
      if (!listing) throw new Problem('market.not_found');
      return listing;
    },
  };
}
