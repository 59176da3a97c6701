import type { Db } from './connect.ts';

/** What some listings tell of all: which three letters are rare among their words. */
export interface MarketSample {
  /** About how many listings have these three letters. */
  readonly withLetters: (letters: string) => number;
}

export const unknownMarket: MarketSample = { withLetters: () => 0 };

const size = 500;
/** Words of many farms have some thousands. */
const mostTrigrams = 20_000;
const keptMs = 60_000;

/**
 * The sample of the last minute. It only says which way to search is the quicker one: what is found is the same whichever is taken,
 * so it may be old, and each server has its own.
 */
export function createMarketSample(now: () => Date): (db: Db) => Promise<MarketSample> {
  let latest: MarketSample | undefined;
  let reading: Promise<MarketSample> | undefined;
  let until = 0;
  return async (db) => {
    const moment = now().getTime();
    if (moment >= until || until > moment + keptMs) {
      until = moment + keptMs;
      reading = readMarketSample(db).then((sample) => (latest = sample));
      // A failure is not remembered; the search itself tells of it.
      reading.catch(() => (until = 0));
    }
    return latest ?? (await reading?.catch(() => unknownMarket)) ?? unknownMarket;
  };
}

/** Listings at random places; a place that is no longer taken stands for as many that are not. */
export async function readMarketSample(db: Db): Promise<MarketSample> {
  const { first, last } = await db
    // Each by itself: asked for both at once, SQLite reads all between them.
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
  if (first === null || last === null) return unknownMarket;
  const places = last - first + 1;
  // Always as many, so that it is always the same statement.
  const picks = Array.from({ length: size }, (_, index) => first + (places <= size ? index : Math.floor(Math.random() * places)));
  const rows = await db.selectFrom('listings').select('words').where('position', 'in', picks).execute();
  const each = places <= size ? 1 : places / new Set(picks).size;
  const counts = new Map<string, number>();
  for (const { words } of rows) {
    for (const letters of trigramsOf(fold(words))) {
      if (isPlain(letters)) counts.set(letters, (counts.get(letters) ?? 0) + 1);
    }
  }
  // Listings full of noise must not fill the memory for a minute: what is not kept is taken to be rare, which it is.
  for (let least = 2; counts.size > mostTrigrams; least += 1) {
    for (const [letters, count] of counts) if (count < least) counts.delete(letters);
  }
  return { withLetters: (letters) => (counts.get(letters) ?? 0) * each };
}

/** About as the engines fold what they index. */
const fold = (words: string): string =>
  words
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase();

/** Of what is beyond the plain letters nobody asks. */
const isPlain = (letters: string): boolean => /^[\u0020-\u007E]*$/.test(letters);

export function trigramsOf(text: string): string[] {
  const found = new Set<string>();
  for (let at = 0; at + 3 <= text.length; at += 1) found.add(text.slice(at, at + 3));
  return Array.from(found);
}
