import type { marketRoutes } from '#contract/market.ts';
import type { Db } from '#server/db/connect.ts';
import { createMarketSample } from '#server/db/market-sample.ts';
import type { Deps } from '#server/deps.ts';
import type { Visit } from '#server/http/guards.ts';
import { addressKey } from '#server/http/limits.ts';
import type { Handlers } from '#server/http/mount.ts';
import { Problem } from '#server/http/problem.ts';
import { findViewer, type Viewer } from '#server/http/sessions.ts';
import { findListing, findPublicly, listListings } from './market.queries.ts';
import type { RecentPages } from './recent-pages.ts';

/** More than a scrolling person asks for; a scraper of sellers' addresses meets it. */
const visitorLimit = { hits: 60, seconds: 60 };
const tooFast = 'You are looking faster than the marketplace can show. Wait a moment and go on.';

/** Listings with their places, one more than the page shows where there are more. */
export type MarketPage = Awaited<ReturnType<typeof listListings>>;

export function marketHandlers(
  { db, publicReads, visits, now }: Deps,
  recent: RecentPages<MarketPage>,
): Handlers<typeof marketRoutes> {
  const sampleOf = createMarketSample(now);
  /** The session of a public route may be there; a visitor without one is counted. */
  const welcome = async ({ ip, cookie }: Visit): Promise<Viewer | undefined> => {
    const viewer = cookie.token ? await findViewer(db, cookie.token, now()) : undefined;
    if (!viewer) await visits.hit(`visit:${addressKey(ip)}`, visitorLimit, tooFast);
    return viewer;
  };

  return {
    listForSale: async ({ query: { search = '', species, minPrice, maxPrice, limit, cursor } }, visit) => {
      const viewer = await welcome(visit);
      const filter = {
        words: search.split(' ').filter((word) => word !== ''),
        species,
        minCents: minPrice ?? undefined,
        maxCents: maxPrice ?? undefined,
        except: viewer?.farmId,
        before: positionOf(cursor),
        limit: limit + 1,
      };
      const read = (reader: Db) => listListings(reader, filter, sampleOf);
      const found = await recent.get(JSON.stringify(filter), () =>
        // Whoever is signed in may have just changed something, and sees it.
        viewer ? read(db) : publicReads.read(read),
      );
      const page = found.slice(0, limit);
      const last = page.at(-1);
      if (found.length > limit && last) visit.linkNext(String(last.position));
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

function positionOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,15}$/.test(cursor)) throw Problem.field('cursor', 'Not a place in this list');
  return Number(cursor);
}
