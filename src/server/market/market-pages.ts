import type { MarketSearch } from '#contract/market.ts';
import { addDays, addMonths, type CalendarDate } from '#domain/values/dates.ts';
import { distanceKm, type Coordinates } from '#domain/values/distance.ts';
import type { ListingSort } from '#domain/listings.ts';
import { maxPriceCents } from '#domain/values/money.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/problem.ts';
import { readInTurn, unknownCursor } from '#server/lists/pages.ts';
import type { Viewer } from '#server/http/sessions.ts';
import { listListings, withoutHiddenEmail } from './market.queries.ts';
import { searchListings, type ListingFilter, type ListingPlace } from './search-listings.ts';

interface Page {
  readonly page: Omit<Awaited<ReturnType<typeof readListings>>[number], 'emailFor'>[];
  readonly nextCursor: string | undefined;
}

export type ReadMarket = (search: MarketSearch, viewer?: Viewer) => Promise<Page>;

export function createMarketReader({ db, publicReads, now }: Pick<Deps, 'db' | 'publicReads' | 'now'>): ReadMarket {
  return async (search, viewer) => {
    const today = now().toISOString().slice(0, 10);
    const { near, limit, sort, farm, ids } = search;
    const except = farm === undefined && ids === undefined ? viewer?.farmId : undefined;
    const filter = { ...filterOf(search, today), except };
    const read = async (reader: Db) => {
      const places = await searchListings(reader, filter);
      return { places, listings: await readListings(reader, places.slice(0, limit), { today, near }) };
    };
    // Users with a session read from the primary, so that they see what they have just changed.
    const { places, listings } = await readInTurn(db, () => (viewer ? read(db) : publicReads.read(read)));
    const page = listings.map((listing) => withoutHiddenEmail(listing, viewer !== undefined));
    const last = places[limit - 1];
    return { page, nextCursor: places.length > limit && last ? cursorOf(last, sort) : undefined };
  };
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

export function filterOf(search: MarketSearch, today: CalendarDate): Omit<ListingFilter, 'except'> {
  const { species, sex, minPrice, maxPrice, minAgeMonths, maxAgeMonths, registered, near, withinKm, ids, farm, sort } = search;
  if (withinKm !== undefined && !near) throw Problem.field('near', 'Say from where: near=latitude,longitude');
  if (ids && search.search) throw Problem.field('search', 'These animals are named by their ids: leave the words out');
  return {
    words: (search.search ?? '').split(' '),
    species,
    sex,
    minCents: minPrice || undefined,
    maxCents: maxPrice === null || maxPrice === maxPriceCents ? undefined : maxPrice,
    // An age in months lasts until the day before the next month is completed.
    bornFrom: maxAgeMonths === undefined ? undefined : addDays(addMonths(today, -maxAgeMonths - 1), 1),
    bornTo: minAgeMonths === undefined ? undefined : addMonths(today, -minAgeMonths),
    isRegistered: registered && registered === 'true',
    within: near && withinKm !== undefined ? { ...near, km: withinKm } : undefined,
    newerThan: undefined,
    ids,
    farm,
    sort,
    after: placeOf(search.cursor, sort),
    limit: search.limit + 1,
  };
}

const cursorOf = ({ cents, position }: ListingPlace, sort: ListingSort): string =>
  sort === 'newest' ? String(position) : `${cents}_${position}`;

function placeOf(cursor: string | undefined, sort: ListingSort): ListingPlace | undefined {
  if (cursor === undefined) return undefined;
  const [, cents, position] = /^(?:(\d{1,9})_)?(\d{1,15})$/.exec(cursor) ?? [];
  if (position === undefined || (cents === undefined) !== (sort === 'newest')) {
    throw unknownCursor();
  }
  return { cents: Number(cents ?? 0), position: Number(position) };
}
