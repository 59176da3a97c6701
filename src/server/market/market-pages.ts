import type { FastifyInstance } from 'fastify';
import type { MarketSearch } from '#contract/market.ts';
import { addDays, addMonths, type CalendarDate } from '#domain/dates.ts';
import { distanceKm, type Coordinates } from '#domain/distance.ts';
import type { ListingSort } from '#domain/listings.ts';
import { maxPriceCents } from '#domain/money.ts';
import { isShared, type Db } from '#server/db/connect.ts';
import type { ListingFilter, ListingPlace } from '#server/db/listing-index.ts';
import type { Deps } from '#server/deps.ts';
import { runForAll } from '#server/concurrency/caller.ts';
import { createFairQueue } from '#server/concurrency/fair-queue.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/problem.ts';
import { yieldToEventLoop } from '#server/lists/yield-to-event-loop.ts';
import type { Viewer } from '#server/http/sessions.ts';
import { findFarm, listListings, listPositions, withoutHiddenEmail } from './market.queries.ts';
import { createRecentPages } from './recent-pages.ts';

/** One listing more than the page shows if there are more. */
interface Found {
  readonly places: readonly ListingPlace[];
  readonly listings: Awaited<ReturnType<typeof readListings>>;
}

interface Page {
  readonly found: Found;
  readonly page: Omit<Found['listings'][number], 'emailFor'>[];
  readonly nextCursor: string | undefined;
}

export interface MarketPages {
  read(search: MarketSearch, viewer?: Viewer): Promise<Page>;
  clear(): void;
}

export function openMarketPages({
  db,
  publicReads,
  listings: current,
  now,
}: Pick<Deps, 'db' | 'publicReads' | 'listings' | 'now'>): MarketPages {
  const recent = createRecentPages<Found>(now, { bytesOf });
  return {
    clear: recent.clear,
    async read(search, viewer) {
      const today = now().toISOString().slice(0, 10);
      const { near, limit, sort } = search;
      const except = search.farm === undefined && search.ids === undefined ? viewer?.farmId : undefined;
      const filter = { ...filterOf(search, today), except };
      const read = async (): Promise<Found> => {
        const index = await current.read();
        await yieldToEventLoop();
        const places = index.search({ ...filter, ...(await resolve(db, search)) });
        const shown = places.slice(0, limit);
        const readFrom = (reader: Db): Promise<Found['listings']> => readListings(reader, shown, { today, near });
        // Users with a session read from the primary, so that they see what they have just changed.
        return { places, listings: viewer ? await readFrom(db) : await publicReads.read(readFrom) };
      };
      const { farm, ids } = search;
      const found = await recent.get(JSON.stringify({ ...filter, near, farm, ids }), () =>
        runForAll(() => searches[isShared(db) ? 'postgres' : 'sqlite'].run(read)),
      );
      const page = found.listings.map((listing) => withoutHiddenEmail(listing, viewer !== undefined));
      const last = found.places[limit - 1];
      return { found, page, nextCursor: found.places.length > limit && last ? cursorOf(last, sort) : undefined };
    },
  };
}

export const clearAfterWrites = (app: FastifyInstance, pages: MarketPages): unknown =>
  app.addHook('onSend', async ({ method }) => {
    if (method !== 'GET') pages.clear();
  });

/** Resolves what the index does not contain: the ids of animals and the slugs of farms. */
export async function resolve(
  db: Db | Tx,
  { ids, farm }: Pick<MarketSearch, 'ids' | 'farm'>,
): Promise<Pick<ListingFilter, 'positions' | 'farm'>> {
  const [positions, owner] = [ids && (await listPositions(db, ids)), farm && (await findFarm(db, farm))];
  return { positions: farm !== undefined && owner === undefined ? [] : positions, farm: owner };
}

interface Reading {
  readonly today: CalendarDate;
  readonly near: Coordinates | undefined;
}

async function readListings(db: Db, places: readonly ListingPlace[], { today, near }: Reading) {
  const listings = await listListings(db, places, today);
  return near ? listings.map((listing) => ({ ...listing, distanceKm: distanceOf(near, listing) })) : listings;
}

function distanceOf(near: Coordinates, { latitude, longitude }: { [K in keyof Coordinates]: number | null }): number | null {
  return latitude === null || longitude === null ? null : Math.round(distanceKm(near, { latitude, longitude }));
}

export function filterOf(search: MarketSearch, today: CalendarDate): Omit<ListingFilter, 'except' | 'positions' | 'farm'> {
  const { species, sex, minPrice, maxPrice, minAgeMonths, maxAgeMonths, registered, near, withinKm, ids, sort } = search;
  if (withinKm !== undefined && !near) throw Problem.field('near', 'Say from where: near=latitude,longitude');
  if (ids && search.search) throw Problem.field('search', 'These animals are named by their ids: leave the words out');
  return {
    words: wordsOf(search.search ?? ''),
    species,
    sex,
    // Limits that exclude nothing are left out, so that equal pages have the same key.
    minCents: minPrice || undefined,
    maxCents: maxPrice === null || maxPrice === maxPriceCents ? undefined : maxPrice,
    // An age in months lasts until the day before the next month is completed.
    bornFrom: maxAgeMonths === undefined ? undefined : addDays(addMonths(today, -maxAgeMonths - 1), 1),
    bornTo: minAgeMonths === undefined ? undefined : addMonths(today, -minAgeMonths),
    isRegistered: registered && registered === 'true',
    within: near && withinKm !== undefined ? { ...near, km: withinKm } : undefined,
    newerThan: undefined,
    sort,
    after: placeOf(search.cursor, sort),
    limit: search.limit + 1,
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
const bytesOf = ({ places, listings }: Found): number =>
  32 * places.length +
  listings.reduce((sum, listing) => {
    const texts = Object.values(listing).filter((value) => typeof value === 'string');
    return sum + texts.reduce((bytes, text) => bytes + 2 * text.length, 500);
  }, 500);

const cursorOf = ({ cents, position }: ListingPlace, sort: ListingSort): string =>
  sort === 'newest' ? String(position) : `${cents}_${position}`;

function placeOf(cursor: string | undefined, sort: ListingSort): ListingPlace | undefined {
  if (cursor === undefined) return undefined;
  const [, cents, position] = /^(?:(\d{1,9})_)?(\d{1,15})$/.exec(cursor) ?? [];
  if (position === undefined || (cents === undefined) !== (sort === 'newest')) {
    throw Problem.field('cursor', 'Not a place in this list: follow the Link header of the page before');
  }
  return { cents: Number(cents ?? 0), position: Number(position) };
}
