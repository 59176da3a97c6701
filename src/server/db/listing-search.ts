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
  /** Each word must be found in the name, the breed, the tag number or the farm's name. */
  readonly words: readonly string[];
  readonly species: Species | undefined;
  readonly minCents: Cents | undefined;
  readonly maxCents: Cents | undefined;
  /** The farm that does not see its own. */
  readonly except: FarmId | undefined;
  /** The cursor: only positions below it. */
  readonly before: number | undefined;
  readonly limit: number;
}

/** Where to search, in brackets, and what must be true of a row; the newest rows, up to the limit, are the page. */
export interface SearchPlan {
  readonly rows: RawBuilder<Selectable<Database['listings']>>;
  readonly where: RawBuilder<boolean>;
}

/**
 * Where the first plan leaves the page less than full, the next finds what it did not; the last finds everything. They are at least
 * twice as fast as plain full text (decision 12).
 */
export function searchPlans(db: Db, filter: ListingFilter, sample: MarketSample): SearchPlan[] {
  const words = filter.words.map(pattern).filter((word) => word !== '');
  if (!isShared(db)) return [words.length === 0 ? newestInSqlite(filter) : fullText(words, filter, sample)];
  if (words.length === 0) return [newest(filter)];
  const rare = rarestTrigrams(words, sample).filter((trigram) => sample.estimate(trigram) <= mostViaIndex);
  return rare.length > 0 ? [viaIndex(rare.slice(0, 2), words, filter)] : [recentFirst(words, filter), fullScan(words, filter)];
}

function conditions({ species, minCents, maxCents, except, before }: ListingFilter, cents = known): RawBuilder<boolean>[] {
  return [
    ...(before === undefined ? [] : [sql<boolean>`position < ${before}`]),
    ...(species === undefined ? [] : [sql<boolean>`species = ${species}`]),
    ...(minCents === undefined ? [] : [sql<boolean>`price_cents >= ${cents(minCents)}`]),
    ...(maxCents === undefined ? [] : [sql<boolean>`price_cents <= ${cents(maxCents)}`]),
    ...(except === undefined ? [] : [sql<boolean>`farm_id <> ${except}`]),
  ];
}

const known = (cents: Cents): RawBuilder<number> => sql<number>`${cents}`;

const all = (given: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  given.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(given, sql` and `)}`;

const newest = (filter: ListingFilter): SearchPlan => ({ rows: sql`listings`, where: all(conditions(filter)) });

/** The narrow index is read three times as fast as the table. */
const newestInSqlite = (filter: ListingFilter): SearchPlan => ({
  rows: sql`listings`,
  where: sql`position in (select position from listings indexed by listings_filter where ${all(conditions(filter))}
                          order by position desc limit ${filter.limit})`,
});

/**
 * FTS5 walks its matches from the newest and stops at the limit. A phrase takes it through the lists of all trigrams of the phrase, of
 * which 'T-0' may be in every listing: so it is asked for the rarest trigram, and the words are compared with the text. FTS5 alone
 * knows which accented letters match, so it decides about words and texts that are not plain.
 */
function fullText(words: readonly string[], filter: ListingFilter, sample: MarketSample): SearchPlan {
  const plain = words.filter(isPlain);
  const asked = [...rarestTrigrams(plain, sample).slice(0, 1), ...words.filter((word) => !isPlain(word))];
  const inText = plain.map((word) => sql<boolean>`instr(plain_words, ${word.toLowerCase()}) > 0`);
  const hasWords = sql<boolean>`case when plain_words is not null then ${all(inText)}
    else exists (select 1 from listing_words(${phrases(words)}) as exact where exact.rowid = position) end`;
  // SQLite does not derive this from the join, and would begin at the newest.
  const below = filter.before === undefined ? [] : [sql<boolean>`found.rowid < ${filter.before}`];
  return {
    rows: sql`listings`,
    where: sql`position in (select found.rowid from listing_words(${phrases(asked)}) as found
                            join listings indexed by listings_filter on position = found.rowid
                            where ${all([...below, ...conditions(filter), hasWords])}
                            order by found.rowid desc limit ${filter.limit})`,
  };
}

const phrases = (words: readonly string[]): string => words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ');

const isPlain = (word: string): boolean => Buffer.byteLength(word) === word.length;

/** The trigrams of the plain words, the rarest first. */
const rarestTrigrams = (words: readonly string[], { estimate }: MarketSample): string[] =>
  Array.from(new Set(words.filter(isPlain).flatMap((word) => trigramsOf(word.toLowerCase())))).toSorted(
    (a, b) => estimate(a) - estimate(b),
  );

/** So many listings are read through the index and sorted faster than they are met on the way from the newest. */
const mostViaIndex = 1500;

/** By nothing but the trigrams: the planner takes species, price and words for independent, and may then walk the whole market. */
const viaIndex = (rarest: readonly string[], words: readonly string[], filter: ListingFilter): SearchPlan => ({
  rows: sql`(with via_index as materialized (
               select * from listings where trigrams(words) collate "C" @> (select cast(${rarest} as text[]))
             ) select * from via_index)`,
  where: all([...conditions(filter), ...words.map(hasWord), planKept(words)]),
});

/** What matches many animals fills its page from the newest few thousand. */
const recentFirst = (words: readonly string[], filter: ListingFilter): SearchPlan => ({
  rows: sql`(select * from listings where ${all(conditions({ ...nothing, before: filter.before }))}
             order by position desc limit 8000)`,
  where: all([...conditions({ ...filter, before: undefined }, unseen), ...words.map(hasWord), planKept(words)]),
});

/** All listings, planned for the values of this search, since a rare price is found by another index than a rare word. */
const fullScan = (words: readonly string[], filter: ListingFilter): SearchPlan => {
  const hasTrigrams = words.map((word) => sql<boolean>`trigrams(words) collate "C" @> trigrams(${folded(word)})`);
  return {
    rows: sql`(with full_scan as materialized (
                 select * from listings where ${all([...conditions(filter), ...hasTrigrams, ...words.map(hasWord)])}
               ) select * from full_scan)`,
    where: sql`true`,
  };
};

const nothing = {
  species: undefined,
  minCents: undefined,
  maxCents: undefined,
  except: undefined,
  before: undefined,
  words: [],
  limit: 0,
};

/** A value that the planner cannot see: PostgreSQL then finds the generic plan as good as another and keeps it. */
const unseen = (cents: Cents): RawBuilder<number> => sql<number>`(select cast(${cents} as integer))`;

const hasWord = (word: string): RawBuilder<boolean> => sql<boolean>`strpos(words, ${folded(word)}) > 0`;

/** Folded as the index was (0005_market). */
const folded = (word: string): RawBuilder<string> =>
  isPlain(word) ? sql<string>`${word.toLowerCase()}` : sql<string>`(select plain_letters(${word}))`;

/** Not for any number of words: each number makes a statement of its own, which every connection would keep. */
const planKept = (words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`true${sql.raw(words.length <= 2 && words.every(isPlain) ? reusePlan : '')}`;

/** What to look for as it is indexed, where each word follows two spaces: one or two letters begin a word. */
function pattern(word: string): string {
  const letters = codePointLength(word.replaceAll(/[\u0300-\u036F]/g, ''));
  return letters === 0 ? '' : ' '.repeat(Math.max(0, 3 - letters)) + word;
}
