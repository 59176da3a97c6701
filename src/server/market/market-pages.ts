import type { MarketSearch } from '#contract/market.ts';
import type { Db } from '#server/db/connect.ts';
import { createMarketSample } from '#server/db/market-sample.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/http/problem.ts';
import type { Viewer } from '#server/http/sessions.ts';
import { listListings } from './market.queries.ts';
import { createRecentPages } from './recent-pages.ts';

/** Listings with their places, one more than the page shows where there are more. */
type Found = Awaited<ReturnType<typeof listListings>>;

interface Page {
  /** What is kept for a second: the same object for all who come in it. */
  readonly found: Found;
  readonly page: Found;
  readonly nextCursor: string | undefined;
}

export interface MarketPages {
  /** Without a viewer: for a visitor. */
  read(search: MarketSearch, viewer?: Viewer): Promise<Page>;
  /** Something was written here. */
  forget(): void;
}

/** The marketplace page by page, for its route and for the first view of visitors. */
export function openMarketPages({ db, publicReads, now }: Pick<Deps, 'db' | 'publicReads' | 'now'>): MarketPages {
  const recent = createRecentPages<Found>(now);
  const sampleOf = createMarketSample(now);
  return {
    forget: recent.forget,
    async read({ search = '', species, minPrice, maxPrice, limit, cursor }, viewer) {
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
      return { found, page, nextCursor: found.length > limit && last ? String(last.position) : undefined };
    },
  };
}

function positionOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,15}$/.test(cursor)) throw Problem.field('cursor', 'Not a place in this list');
  return Number(cursor);
}
