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
import { listListings, withWithdrawals } from './market.queries.ts';
import { createRecentPages } from './recent-pages.ts';

/** One listing more than the page shows if there are more. */
type Found = Awaited<ReturnType<typeof withWithdrawals<Awaited<ReturnType<typeof listListings>>[number]>>>;

interface Page {
  readonly found: Found;
  readonly page: Found;
  readonly nextCursor: string | undefined;
}

export interface MarketPages {
  read(search: MarketSearch, viewer?: Viewer): Promise<Page>;
  /** Call this after every write of this server. */
  clear(): void;
}

export function openMarketPages({ db, publicReads, now }: Pick<Deps, 'db' | 'publicReads' | 'now'>): MarketPages {
  const recent = createRecentPages<Found>(now, { bytesOf });
  const sampleOf = createMarketSample(now);
  return {
    clear: recent.clear,
    async read({ search = '', species, minPrice, maxPrice, limit, cursor }, viewer) {
      const filter = {
        words: wordsOf(search),
        species,
        // Limits that exclude nothing are left out, so that equal pages have the same key.
        minCents: minPrice || undefined,
        maxCents: maxPrice === null || maxPrice === maxPriceCents ? undefined : maxPrice,
        except: viewer?.farmId,
        before: positionOf(cursor),
        limit: limit + 1,
      };
      const read = async (reader: Db): Promise<Found> => {
        await yieldToEventLoop();
        return withWithdrawals(reader, await listListings(reader, filter, sampleOf), now().toISOString().slice(0, 10));
      };
      const found = await recent.get(JSON.stringify(filter), () =>
        // Users with a session read from the primary, so that they see what they have just changed.
        runForAll(() => searches[isShared(db) ? 'postgres' : 'sqlite'].run(() => (viewer ? read(db) : publicReads.read(read)))),
      );
      const page = found.slice(0, limit);
      const last = page.at(-1);
      return { found, page, nextCursor: found.length > limit && last ? String(last.position) : undefined };
    },
  };
}

const searches = {
  sqlite: createFairQueue({ name: 'searches_sqlite', capacity: 2, waiting: 1000 }),
  postgres: createFairQueue({ name: 'searches_postgres', capacity: 6, waiting: 1000 }),
};

/** In canonical order and case, so that equal searches share a cached page. */
const wordsOf = (search: string): string[] =>
  Array.from(new Set(search.split(' ').map(lowerAsciiLetters)))
    .filter((word) => word !== '')
    .toSorted();

const lowerAsciiLetters = (word: string): string => word.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Estimated at two bytes a character, which strings beyond Latin-1 take. */
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
