import type { MarketSearch } from '#contract/market.ts';
import { maxPriceCents } from '#domain/money.ts';
import { isShared, type Db } from '#server/db/connect.ts';
import { createMarketSample } from '#server/db/market-sample.ts';
import type { Deps } from '#server/deps.ts';
import { runForAll } from '#server/concurrency/caller.ts';
import { createFairQueue } from '#server/concurrency/fair-queue.ts';
import { Problem } from '#server/problem.ts';
import { yieldToEventLoop } from '#server/lists/yield-to-event-loop.ts';
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
  const recent = createRecentPages<Found>(now, { bytesOf });
  const sampleOf = createMarketSample(now);
  return {
    forget: recent.forget,
    async read({ search = '', species, minPrice, maxPrice, limit, cursor }, viewer) {
      const filter = {
        words: wordsOf(search),
        species,
        // What excludes nothing is not asked for: the same page for all.
        minCents: minPrice || undefined,
        maxCents: maxPrice === null || maxPrice === maxPriceCents ? undefined : maxPrice,
        except: viewer?.farmId,
        before: positionOf(cursor),
        limit: limit + 1,
      };
      const read = async (reader: Db): Promise<Found> => {
        await yieldToEventLoop();
        return listListings(reader, filter, sampleOf);
      };
      const found = await recent.get(JSON.stringify(filter), () =>
        // Whoever is signed in may have just changed something, and sees it.
        runForAll(() => searches[isShared(db) ? 'postgres' : 'sqlite'].run(() => (viewer ? read(db) : publicReads.read(read)))),
      );
      const page = found.slice(0, limit);
      const last = page.at(-1);
      return { found, page, nextCursor: found.length > limit && last ? String(last.position) : undefined };
    },
  };
}

/** Pages that nobody has read a moment ago. Where the database is in this very thread, more at once would only make each other wait. */
const searches = {
  sqlite: createFairQueue({ name: 'searches_sqlite', capacity: 2, waiting: 1000 }),
  postgres: createFairQueue({ name: 'searches_postgres', capacity: 6, waiting: 1000 }),
};

/** All of them must be found, in whatever order they are typed; plain letters are found in upper and lower case. */
const wordsOf = (search: string): string[] =>
  Array.from(new Set(search.split(' ').map(withPlainLettersLow)))
    .filter((word) => word !== '')
    .toSorted();

const withPlainLettersLow = (word: string): string => word.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** A listing is an object of texts, most of them short; a letter outside Latin makes two bytes of each in its text. */
const bytesOf = (found: Found): number =>
  found.reduce((sum, listing) => {
    const texts = Object.values(listing).filter((value) => typeof value === 'string');
    return sum + texts.reduce((bytes, text) => bytes + 2 * text.length, 500);
  }, 500);

function positionOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,15}$/.test(cursor)) throw Problem.field('cursor', 'Not a place in this list');
  return Number(cursor);
}
