import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Sex, Species } from '#domain/animals.ts';
import type { CalendarDate } from '#domain/dates.ts';
import { boxAround, earthRadiusKm, type Coordinates } from '#domain/distance.ts';
import type { ListingSort } from '#domain/listings.ts';
import type { Cents } from '#domain/money.ts';
import { codePointLength } from '#domain/text-length.ts';
import { isShared, type Db } from './connect.ts';
import type { FarmId } from './farm-id.ts';
import { trigramsOf, type MarketSample } from './market-sample.ts';
import { reusePlan } from './postgres.ts';
import type { Database } from './schema.ts';

export interface ListingFilter {
  /** Each word must occur in the name, the breed, the tag number or the farm's name. */
  readonly words: readonly string[];
  readonly species: Species | undefined;
  readonly sex: Sex | undefined;
  /** The first and the last day of birth. */
  readonly bornFrom: CalendarDate | undefined;
  readonly bornTo: CalendarDate | undefined;
  readonly isRegistered: boolean | undefined;
  readonly within: Area | undefined;
  readonly minCents: Cents | undefined;
  readonly maxCents: Cents | undefined;
  readonly except: FarmId | undefined;
  /** The last listing that is not new. */
  readonly newerThan: number | undefined;
  readonly ids: readonly string[] | undefined;
  /** The slug of the only farm. */
  readonly farm: string | undefined;
  readonly sort: ListingSort;
  /** The last listing of the page before. */
  readonly after: ListingPlace | undefined;
  readonly limit: number;
}

export interface Area extends Coordinates {
  readonly km: number;
}

/** Where a listing stands; the price matters only where it is sorted by. */
export interface ListingPlace {
  readonly cents: Cents;
  readonly position: number;
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
  // Their index finds them at once, and by nothing else.
  if (filter.ids) return [inOrder(filter)];
  const words = filter.words.map(pattern).filter((word) => word !== '');
  const rare = rarestTrigrams(words, sample).filter((trigram) => sample.estimate(trigram) <= mostViaIndex);
  if (!isShared(db)) return [inSqlite(words, rare, filter, sample)];
  if (words.length === 0) return [inOrder(filter)];
  return rare.length > 0 ? [viaIndex(rare.slice(0, 2), words, filter)] : [recentFirst(words, filter), fullScan(words, filter)];
}

function inSqlite(words: readonly string[], rare: readonly string[], filter: ListingFilter, sample: MarketSample): SearchPlan {
  if (words.length === 0) return fromIndex(indexFor(filter, sample), filter);
  // What nearly every listing has is found soon in the order that is asked for; FTS5 knows the order of the positions alone.
  if (filter.sort !== 'newest' && rare.length === 0 && words.every(isPlain))
    return fromIndex(indexFor(filter, sample), filter, words);
  return fullText(words, filter, sample);
}

function conditions(filter: ListingFilter, cents = parameter): RawBuilder<boolean>[] {
  const { species, sex, minCents, maxCents, bornFrom, bornTo, isRegistered, within, except, farm, ids } = filter;
  return [
    ...afterwards(filter),
    ...(species === undefined ? [] : [sql<boolean>`species = ${species}`]),
    ...(sex === undefined ? [] : [sql<boolean>`sex = ${sex}`]),
    ...(minCents === undefined ? [] : [sql<boolean>`price_cents >= ${cents(minCents)}`]),
    ...(maxCents === undefined ? [] : [sql<boolean>`price_cents <= ${cents(maxCents)}`]),
    ...(bornFrom === undefined ? [] : [sql<boolean>`birth_date >= ${bornFrom}`]),
    ...(bornTo === undefined ? [] : [sql<boolean>`birth_date <= ${bornTo}`]),
    ...(isRegistered === undefined ? [] : [isRegistered ? sql<boolean>`is_registered` : sql<boolean>`not is_registered`]),
    ...(within === undefined ? [] : isWithin(within)),
    ...(except === undefined ? [] : [sql<boolean>`farm_id <> ${except}`]),
    ...(ids === undefined
      ? []
      : [ids.length === 0 ? sql<boolean>`false` : sql<boolean>`listings.animal_id in (${sql.join(ids)})`]),
    ...newer(filter),
    ...(farm === undefined ? [] : [sql<boolean>`farm_id = (select farm_id from storefronts where slug = ${farm})`]),
  ];
}

/** The next page begins after the last listing of this one. */
function afterwards({ sort, after }: ListingFilter): RawBuilder<boolean>[] {
  if (after === undefined) return [];
  const { cents, position } = after;
  if (sort === 'newest') return [sql<boolean>`position < ${position}`];
  return [sql<boolean>`(price_cents, position) ${sql.raw(sort === 'price' ? '>' : '<')} (${cents}, ${position})`];
}

const newer = ({ newerThan }: ListingFilter): RawBuilder<boolean>[] =>
  newerThan === undefined ? [] : [sql<boolean>`position > ${newerThan}`];

const orders = {
  newest: sql`position desc`,
  price: sql`price_cents, position`,
  '-price': sql`price_cents desc, position desc`,
} as const satisfies Record<ListingSort, RawBuilder<unknown>>;

export const orderOf = ({ sort }: Pick<ListingFilter, 'sort'>): RawBuilder<unknown> => orders[sort];

/** The box first, because an index has it; the haversine formula of domain/distance.ts for what is in it. */
function isWithin({ latitude, longitude, km }: Area): RawBuilder<boolean>[] {
  const { south, north, west, east } = boxAround({ latitude, longitude }, km);
  const between = (least: number, most: number) => sql<boolean>`(longitude >= ${least} and longitude <= ${most})`;
  const sideways =
    west === undefined || east === undefined || (west >= -180 && east <= 180)
      ? between(west ?? -180, east ?? 180)
      : sql<boolean>`(${between(west, east)} or ${between(west - 360, east - 360)} or ${between(west + 360, east + 360)})`;
  const origin = (degrees: number) => sql`cast(${degrees} as double precision)`;
  const limit = Math.sin(Math.min(Math.PI / 2, km / (2 * earthRadiusKm))) ** 2;
  return [
    sql<boolean>`latitude >= ${origin(south)}`,
    sql<boolean>`latitude <= ${origin(north)}`,
    sideways,
    sql<boolean>`power(sin(radians(latitude - ${origin(latitude)}) / 2), 2) + cos(radians(${origin(latitude)})) * cos(radians(latitude))
      * power(sin(radians(longitude - ${origin(longitude)}) / 2), 2) <= ${origin(limit)}`,
  ];
}

const parameter = (cents: Cents): RawBuilder<number> => sql<number>`${cents}`;

const all = (parts: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  parts.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(parts, sql` and `)}`;

const inOrder = (filter: ListingFilter): SearchPlan => ({ rows: sql`listings`, where: all(conditions(filter)) });

/** Where fewer of the listings are near enough, they are read and sorted; else the list is walked in its order until the page is full. */
const fewNearby = 0.1;

function indexFor({ sort, within, farm }: ListingFilter, sample: MarketSample): string {
  if (farm !== undefined) return 'listings_of_farm';
  if (within && sample.portionWithin(within) < fewNearby) return 'listings_by_place';
  return sort === 'newest' ? 'listings_filter' : 'listings_by_price';
}

/** A narrow index is read three times as fast as the table. */
const fromIndex = (index: string, filter: ListingFilter, words: readonly string[] = []): SearchPlan => ({
  rows: sql`listings`,
  where: sql`position in (select position from listings indexed by ${sql.raw(index)}
                          where ${all([...conditions(filter), ...(words.length === 0 ? [] : [hasWords(words)])])}
                          order by ${orderOf(filter)} limit ${filter.limit})`,
});

/**
 * FTS5 walks its matches from the newest and stops at the limit. A phrase makes it read the lists of all its trigrams, and 'T-0' may be in every
 * listing: so it gets only the rarest trigram, and the words are compared with the text. Words and texts with other than ASCII letters are left to
 * FTS5, which alone knows what they match.
 */
function fullText(words: readonly string[], filter: ListingFilter, sample: MarketSample): SearchPlan {
  const plain = words.filter(isPlain);
  const searchTerms = [...rarestTrigrams(plain, sample).slice(0, 1), ...words.filter((word) => !isPlain(word))];
  // SQLite does not derive these from the join, and would read from the newest listing to the oldest.
  const isNewest = filter.sort === 'newest';
  const { after, newerThan } = filter;
  const range = [
    ...(isNewest && after ? [sql<boolean>`found.rowid < ${after.position}`] : []),
    ...(newerThan === undefined ? [] : [sql<boolean>`found.rowid > ${newerThan}`]),
  ];
  return {
    rows: sql`listings`,
    where: sql`position in (select found.rowid from listing_words(${phrases(searchTerms)}) as found
                            join listings indexed by listings_filter on position = found.rowid
                            where ${all([...range, ...conditions(filter), hasWords(words)])}
                            order by ${isNewest ? sql`found.rowid desc` : orderOf(filter)} limit ${filter.limit})`,
  };
}

/** Of the narrow indexes, which have the text in small letters where it is plain. */
const hasWords = (words: readonly string[]): RawBuilder<boolean> => {
  const inText = words.filter(isPlain).map((word) => sql<boolean>`instr(plain_words, ${word.toLowerCase()}) > 0`);
  return sql<boolean>`case when plain_words is not null then ${all(inText)}
    else exists (select 1 from listing_words(${phrases(words)}) as exact where exact.rowid = position) end`;
};

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
  where: all([...conditions(filter), ...words.map(hasWord), withReusedPlan(words, filter)]),
});

const recentFirst = (words: readonly string[], filter: ListingFilter): SearchPlan => ({
  rows: sql`(select * from listings where ${all([...afterwards(filter), ...newer(filter)])}
             order by ${orderOf(filter)} limit 8000)`,
  where: all([
    ...conditions({ ...filter, after: undefined }, hiddenFromPlanner),
    ...words.map(hasWord),
    withReusedPlan(words, filter),
  ]),
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

/** Hides a value from the planner, so that PostgreSQL finds the generic plan good enough to reuse. */
const hiddenFromPlanner = (cents: Cents): RawBuilder<number> => sql<number>`(select cast(${cents} as integer))`;

const hasWord = (word: string): RawBuilder<boolean> => sql<boolean>`strpos(words, ${folded(word)}) > 0`;

const folded = (word: string): RawBuilder<string> =>
  isPlain(word) ? sql<string>`${word.toLowerCase()}` : sql<string>`(select plain_letters(${word}))`;

/** Limited, because each combination of words and filters is a statement of its own, which every connection would retain. */
function withReusedPlan(words: readonly string[], filter: ListingFilter): RawBuilder<boolean> {
  const { sex, bornFrom, bornTo, isRegistered, within, sort } = filter;
  const isUsual = sort === 'newest' && [sex, bornFrom, bornTo, isRegistered, within].every((one) => one === undefined);
  return sql<boolean>`true${sql.raw(isUsual && words.length <= 2 && words.every(isPlain) ? reusePlan : '')}`;
}

/** A word as it is indexed, after two spaces: with one or two letters it matches only the start of a word. */
function pattern(word: string): string {
  const letters = codePointLength(word.replaceAll(/[\u0300-\u036F]/g, ''));
  return letters === 0 ? '' : ' '.repeat(Math.max(0, 3 - letters)) + word;
}
