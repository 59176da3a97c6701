import { distanceKm, type Coordinates } from '#domain/distance.ts';
import type { Db } from './connect.ts';

export interface MarketSample {
  readonly estimate: (trigram: string) => number;
  /** Of all listings, 0 to 1. */
  readonly portionWithin: (area: Coordinates & { readonly km: number }) => number;
}

export const emptySample: MarketSample = { estimate: () => 0, portionWithin: () => 0 };

const size = 500;
const mostTrigrams = 20_000;
const lifetimeMs = 60_000;

/** Caches a sample for a minute. It only chooses the faster search plan, never the result, so it may be old and differ between servers. */
export function createMarketSample(now: () => Date): (db: Db) => Promise<MarketSample> {
  let latest: MarketSample | undefined;
  let reading: Promise<MarketSample> | undefined;
  let until = 0;
  return async (db) => {
    const moment = now().getTime();
    if (moment >= until || until > moment + lifetimeMs) {
      until = moment + lifetimeMs;
      reading = readMarketSample(db).then((sample) => (latest = sample));
      reading.catch(() => (until = 0));
    }
    return latest ?? (await reading?.catch(() => emptySample)) ?? emptySample;
  };
}

/** Reads listings at random positions; gaps in the positions are counted proportionally. */
export async function readMarketSample(db: Db): Promise<MarketSample> {
  const { first, last } = await db
    // Two selects: for both in one, SQLite reads all rows between them.
    .selectNoFrom((eb) => [
      eb
        .selectFrom('listings')
        .select(({ fn }) => fn.min<number | null>('position').as('first'))
        .as('first'),
      eb
        .selectFrom('listings')
        .select(({ fn }) => fn.max<number | null>('position').as('last'))
        .as('last'),
    ])
    .executeTakeFirstOrThrow();
  if (first === null || last === null) return emptySample;
  const positions = last - first + 1;
  // A fixed number, so that it is always the same prepared statement.
  const picks = Array.from(
    { length: size },
    (_, index) => first + (positions <= size ? index : Math.floor(Math.random() * positions)),
  );
  const rows = await db
    .selectFrom('listings')
    .select(['words', 'latitude', 'longitude'])
    .where('position', 'in', picks)
    .execute();
  const weight = positions <= size ? 1 : positions / new Set(picks).size;
  const counts = new Map<string, number>();
  for (const { words } of rows) {
    for (const trigram of trigramsOf(fold(words))) {
      if (isPlain(trigram)) counts.set(trigram, (counts.get(trigram) ?? 0) + 1);
    }
  }
  // Bounds the memory against listings of random text: a dropped trigram is estimated as rare, which it is.
  for (let least = 2; counts.size > mostTrigrams; least += 1) {
    for (const [trigram, count] of counts) if (count < least) counts.delete(trigram);
  }
  const places = rows.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude }],
  );
  return {
    estimate: (trigram) => (counts.get(trigram) ?? 0) * weight,
    portionWithin: ({ km, ...origin }) => places.filter((place) => distanceKm(origin, place) <= km).length / rows.length,
  };
}

const fold = (words: string): string =>
  words
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase();

const isPlain = (trigram: string): boolean => /^[\u0020-\u007E]*$/.test(trigram);

export function trigramsOf(text: string): string[] {
  const found = new Set<string>();
  for (let at = 0; at + 3 <= text.length; at += 1) found.add(text.slice(at, at + 3));
  return Array.from(found);
}
