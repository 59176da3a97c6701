import { sql, type RawBuilder } from 'kysely';
import type { Species } from '#domain/animals.ts';
import type { Cents } from '#domain/money.ts';
import { codePoints } from '#domain/text.ts';
import { isShared, type Db } from './connect.ts';
import type { FarmId } from './farm-id.ts';

export interface ListingFilter {
  /** Each word must be found in the name, the breed, the tag number or the farm's name. */
  readonly words: readonly string[];
  readonly species: Species | undefined;
  readonly minCents: Cents | undefined;
  readonly maxCents: Cents | undefined;
  /** The farm that does not see its own. */
  readonly except: FarmId | undefined;
  /** Only what stands below this position. */
  readonly before: number | undefined;
  readonly limit: number;
}

/** A query in brackets for the positions of one page of the marketplace, the newest first. */
export function listingPage(db: Db, filter: ListingFilter): RawBuilder<number> {
  const patterns = filter.words.map(pattern).filter((word) => word !== '');
  const conditions = conditionsOf(filter);
  if (patterns.length + conditions.length === 0) return newest(conditions, filter);
  if (isShared(db)) return newestElseAll(patterns, conditions, filter);
  return patterns.length === 0 ? newest(conditions, filter) : foundInSqlite(patterns, conditions, filter);
}

function conditionsOf({ species, minCents, maxCents, except }: ListingFilter): RawBuilder<boolean>[] {
  return [
    ...(species === undefined ? [] : [sql<boolean>`species = ${species}`]),
    ...(minCents === undefined ? [] : [sql<boolean>`price_cents >= ${minCents}`]),
    ...(maxCents === undefined ? [] : [sql<boolean>`price_cents <= ${maxCents}`]),
    ...(except === undefined ? [] : [sql<boolean>`farm_id <> ${except}`]),
  ];
}

const all = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;

/** Below every position there will be. */
const from = ({ before = Number.MAX_SAFE_INTEGER }: ListingFilter): number => before;

const newest = (conditions: readonly RawBuilder<boolean>[], filter: ListingFilter): RawBuilder<number> =>
  sql<number>`(select position from listings where position < ${from(filter)} and ${all(conditions)}
               order by position desc limit ${filter.limit})`;

/** FTS5 walks its matches from the newest and stops at the limit; the narrow index weighs them three times as fast as the table. */
function foundInSqlite(
  patterns: readonly string[],
  conditions: readonly RawBuilder<boolean>[],
  filter: ListingFilter,
): RawBuilder<number> {
  const phrases = patterns.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ');
  return sql<number>`(select found.rowid from listing_words(${phrases}) as found
                      join listings indexed by listings_filter on position = found.rowid
                      where found.rowid < ${from(filter)} and ${all(conditions)}
                      order by found.rowid desc limit ${filter.limit})`;
}

/**
 * What many animals match fills its page from the newest few thousand; what few match is gathered through the indices and sorted.
 * Left to itself the planner takes species, price and words for independent, and then walks the whole market for what is rare.
 */
function newestElseAll(
  patterns: readonly string[],
  conditions: readonly RawBuilder<boolean>[],
  filter: ListingFilter,
): RawBuilder<number> {
  // Folded as the index was (0005_market). The trigrams find through the index; the words themselves make it exact.
  const folded = patterns.map((word) => sql`plain_letters(${word})`);
  const hasWords = folded.map((word) => sql<boolean>`strpos(words, ${word}) > 0`);
  const hasTrigrams = folded.map((word) => sql<boolean>`trigrams @> trigrams(${word})`);
  const isFull = sql`(select count(*) from near) = ${filter.limit}`;
  return sql<number>`(
    with near as materialized (
      select position from (select * from listings where position < ${from(filter)} order by position desc limit 2000) as listings
      where ${all([...conditions, ...hasWords])} order by position desc limit ${filter.limit}
    ), far as materialized (
      select position from listings
      where not ${isFull} and position < ${from(filter)} and ${all([...conditions, ...hasTrigrams, ...hasWords])}
    )
    select position from near where ${isFull}
    union all
    (select position from far order by position desc limit ${filter.limit}))`;
}

/** What to look for as it stands in the index, where each word follows two spaces: one or two letters begin a word. */
function pattern(word: string): string {
  const letters = codePoints(word.replaceAll(/[\u0300-\u036F]/g, ''));
  return letters === 0 ? '' : ' '.repeat(Math.max(0, 3 - letters)) + word;
}
