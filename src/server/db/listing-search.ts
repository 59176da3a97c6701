import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Species } from '#domain/animals.ts';
import type { Cents } from '#domain/money.ts';
import { codePointLength } from '#domain/text.ts';
import { isShared, type Db } from './connect.ts';
import type { FarmId } from './farm-id.ts';
import { trigramsOf, type MarketSample } from './market-sample.ts';
import { reusePlan } from './postgres.ts';
import type { Database } from './schema.ts';

export interface ListingFilter {
  /** Each word must occur in the name, the breed, the tag number or the farm's name. */
  readonly words: readonly string[];
  readonly species: Species | undefined;
  readonly minCents: Cents | undefined;
  readonly maxCents: Cents | undefined;
  readonly except: FarmId | undefined;
  readonly before: number | undefined;
  readonly limit: number;
}

export interface SearchPlan {
  readonly rows: RawBuilder<Selectable<Database['listings']>>;
  readonly where: RawBuilder<boolean>;
}

/**
 * Plans to try in order until the page is full; the last one finds everything. They are at least twice as fast as plain full text search (decision
 * 12).
 */
export function searchPlans(db: Db, filter: ListingFilter, sample: MarketSample): SearchPlan[] {
  const words = filter.words.map(pattern).filter((word) => word !== '');
  if (!isShared(db)) return [words.length === 0 ? newestInSqlite(filter) : fullText(words, filter, sample)];
  if (words.length === 0) return [newest(filter)];
  const rare = rarestTrigrams(words, sample).filter((trigram) => sample.estimate(trigram) <= mostViaIndex);
  return rare.length > 0 ? [viaIndex(rare.slice(0, 2), words, filter)] : [recentFirst(words, filter), fullScan(words, filter)];
}

function conditions({ species, minCents, maxCents, except, before }: ListingFilter, cents = parameter): RawBuilder<boolean>[] {
  return [
    ...(before === undefined ? [] : [sql<boolean>`position < ${before}`]),
    ...(species === undefined ? [] : [sql<boolean>`species = ${species}`]),
    ...(minCents === undefined ? [] : [sql<boolean>`price_cents >= ${cents(minCents)}`]),
    ...(maxCents === undefined ? [] : [sql<boolean>`price_cents <= ${cents(maxCents)}`]),
    ...(except === undefined ? [] : [sql<boolean>`farm_id <> ${except}`]),
  ];
}

const parameter = (cents: Cents): RawBuilder<number> => sql<number>`${cents}`;

const all = (parts: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  parts.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(parts, sql` and `)}`;

const newest = (filter: ListingFilter): SearchPlan => ({ rows: sql`listings`, where: all(conditions(filter)) });

/** The narrow index is read three times as fast as the table. */
const newestInSqlite = (filter: ListingFilter): SearchPlan => ({
  rows: sql`listings`,
  where: sql`position in (select position from listings indexed by listings_filter where ${all(conditions(filter))}
                          order by position desc limit ${filter.limit})`,
});

/**
 * FTS5 walks its matches from the newest and stops at the limit. A phrase makes it read the lists of all its trigrams, and 'T-0' may be in every
 * listing: so it gets only the rarest trigram, and the words are compared with the text. Words and texts with other than ASCII letters are left to
 * FTS5, which alone knows what they match.
 */
function fullText(words: readonly string[], filter: ListingFilter, sample: MarketSample): SearchPlan {
  const plain = words.filter(isPlain);
  const searchTerms = [...rarestTrigrams(plain, sample).slice(0, 1), ...words.filter((word) => !isPlain(word))];
  const inText = plain.map((word) => sql<boolean>`instr(plain_words, ${word.toLowerCase()}) > 0`);
  const hasWords = sql<boolean>`case when plain_words is not null then ${all(inText)}
    else exists (select 1 from listing_words(${phrases(words)}) as exact where exact.rowid = position) end`;
  // SQLite does not derive this from the join and would start at the newest listing.
  const below = filter.before === undefined ? [] : [sql<boolean>`found.rowid < ${filter.before}`];
  return {
    rows: sql`listings`,
    where: sql`position in (select found.rowid from listing_words(${phrases(searchTerms)}) as found
                            join listings indexed by listings_filter on position = found.rowid
                            where ${all([...below, ...conditions(filter), hasWords])}
                            order by found.rowid desc limit ${filter.limit})`,
  };
}

const phrases = (words: readonly string[]): string => words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ');

const isPlain = (word: string): boolean => Buffer.byteLength(word) === word.length;

const rarestTrigrams = (words: readonly string[], { estimate }: MarketSample): string[] =>
  Array.from(new Set(words.filter(isPlain).flatMap((word) => trigramsOf(word.toLowerCase())))).toSorted(
    (a, b) => estimate(a) - estimate(b),
  );

/** Up to about this many listings, reading through the index and sorting is faster than scanning from the newest. */
const mostViaIndex = 1500;

/** Filters by trigrams alone: the planner takes species, price and words for independent and might otherwise scan the whole market. */
const viaIndex = (rarest: readonly string[], words: readonly string[], filter: ListingFilter): SearchPlan => ({
  rows: sql`(with via_index as materialized (
               select * from listings where trigrams(words) collate "C" @> (select cast(${rarest} as text[]))
             ) select * from via_index)`,
  where: all([...conditions(filter), ...words.map(hasWord), withReusedPlan(words)]),
});

const recentFirst = (words: readonly string[], filter: ListingFilter): SearchPlan => ({
  rows: sql`(select * from listings where ${all(conditions({ ...noFilter, before: filter.before }))}
             order by position desc limit 8000)`,
  where: all([...conditions({ ...filter, before: undefined }, hiddenFromPlanner), ...words.map(hasWord), withReusedPlan(words)]),
});

/** All listings, planned for the values of this search, since a rare price needs another index than a rare word. */
const fullScan = (words: readonly string[], filter: ListingFilter): SearchPlan => {
  const hasTrigrams = words.map((word) => sql<boolean>`trigrams(words) collate "C" @> trigrams(${folded(word)})`);
  return {
    rows: sql`(with full_scan as materialized (
                 select * from listings where ${all([...conditions(filter), ...hasTrigrams, ...words.map(hasWord)])}
               ) select * from full_scan)`,
    where: sql`true`,
  };
};

const noFilter = {
  species: undefined,
  minCents: undefined,
  maxCents: undefined,
  except: undefined,
  before: undefined,
  words: [],
  limit: 0,
};

/** Hides a value from the planner, so that PostgreSQL finds the generic plan good enough to reuse. */
const hiddenFromPlanner = (cents: Cents): RawBuilder<number> => sql<number>`(select cast(${cents} as integer))`;

const hasWord = (word: string): RawBuilder<boolean> => sql<boolean>`strpos(words, ${folded(word)}) > 0`;

const folded = (word: string): RawBuilder<string> =>
  isPlain(word) ? sql<string>`${word.toLowerCase()}` : sql<string>`(select plain_letters(${word}))`;

/** Limited, because each number of words is a statement of its own, which every connection would retain. */
const withReusedPlan = (words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`true${sql.raw(words.length <= 2 && words.every(isPlain) ? reusePlan : '')}`;

/** A word as it is indexed, after two spaces: with one or two letters it matches only the start of a word. */
function pattern(word: string): string {
  const letters = codePointLength(word.replaceAll(/[\u0300-\u036F]/g, ''));
  return letters === 0 ? '' : ' '.repeat(Math.max(0, 3 - letters)) + word;
}
