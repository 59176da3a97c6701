import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Species } from '#domain/animals.ts';
import type { Cents } from '#domain/money.ts';
import { codePointLength } from '#domain/text.ts';
import { isShared, type Db } from './connect.ts';
import type { FarmId } from './farm-id.ts';
import { trigramsOf, type MarketSample } from './market-sample.ts';
import { planIsKept } from './postgres.ts';
import type { Database } from './schema.ts';

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

/** Where listings are looked for, in brackets, and what must be true of them; the newest of them, up to the limit, are the page. */
export interface Way {
  readonly rows: RawBuilder<Selectable<Database['listings']>>;
  readonly where: RawBuilder<boolean>;
}

/** Where the first way leaves the page less than full, the next finds what it did not; the last finds everything. */
export function waysToListings(db: Db, filter: ListingFilter, sample: MarketSample): Way[] {
  const words = filter.words.map(pattern).filter((word) => word !== '');
  if (!isShared(db)) return [words.length === 0 ? weighedInSqlite(filter) : foundInSqlite(words, filter, sample)];
  if (words.length === 0) return [newest(filter)];
  const rare = rarest(words, sample).filter((letters) => sample.withLetters(letters) <= mostGathered);
  return rare.length > 0 ? [gathered(rare.slice(0, 2), words, filter)] : [near(words, filter), far(words, filter)];
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

const newest = (filter: ListingFilter): Way => ({ rows: sql`listings`, where: all(conditions(filter)) });

/** The narrow index weighs listings three times as fast as the table. */
const weighedInSqlite = (filter: ListingFilter): Way => ({
  rows: sql`listings`,
  where: sql`position in (select position from listings indexed by listings_filter where ${all(conditions(filter))}
                          order by position desc limit ${filter.limit})`,
});

/**
 * FTS5 walks its matches from the newest and stops at the limit.
 * A phrase takes FTS5 through the lists of all its trigrams, and 'T-0' may be everywhere: it is asked for the rarest one, and the
 * words are looked for in the text. Where either is not plain, FTS5 alone knows what is found by what.
 */
function foundInSqlite(words: readonly string[], filter: ListingFilter, sample: MarketSample): Way {
  const plain = words.filter(isPlain);
  const asked = [...rarest(plain, sample).slice(0, 1), ...words.filter((word) => !isPlain(word))];
  const inText = plain.map((word) => sql<boolean>`instr(plain_words, ${word.toLowerCase()}) > 0`);
  const hasWords = sql<boolean>`case when plain_words is not null then ${all(inText)}
    else exists (select 1 from listing_words(${phrases(words)}) as exact where exact.rowid = position) end`;
  // Said of the index too: it begins there.
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
const rarest = (words: readonly string[], { withLetters }: MarketSample): string[] =>
  Array.from(new Set(words.filter(isPlain).flatMap((word) => trigramsOf(word.toLowerCase())))).toSorted(
    (a, b) => withLetters(a) - withLetters(b),
  );

/** So many listings are sooner gathered through the index and sorted than met on the way from the newest. */
const mostGathered = 1500;

/** By nothing but the letters: the planner takes species, price and words for independent, and may then walk the whole market. */
const gathered = (rare: readonly string[], words: readonly string[], filter: ListingFilter): Way => ({
  rows: sql`(with gathered as materialized (
               select * from listings where trigrams(words) collate "C" @> (select cast(${rare} as text[]))
             ) select * from gathered)`,
  where: all([...conditions(filter), ...words.map(hasWord), planKept(words)]),
});

/** What many animals match fills its page from the newest few thousand. */
const near = (words: readonly string[], filter: ListingFilter): Way => ({
  rows: sql`(select * from listings where ${all(conditions({ ...nothing, before: filter.before }))}
             order by position desc limit 8000)`,
  where: all([...conditions({ ...filter, before: undefined }, unseen), ...words.map(hasWord), planKept(words)]),
});

/** What few match is gathered through the indices and sorted; planned for its values, since a rare price is found by another index. */
const far = (words: readonly string[], filter: ListingFilter): Way => {
  const hasTrigrams = words.map((word) => sql<boolean>`trigrams(words) collate "C" @> trigrams(${folded(word)})`);
  return {
    rows: sql`(with far as materialized (
                 select * from listings where ${all([...conditions(filter), ...hasTrigrams, ...words.map(hasWord)])}
               ) select * from far)`,
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

/** As a value the planner does not see: one plan is as good as another then, and the kept one is taken. */
const unseen = (cents: Cents): RawBuilder<number> => sql<number>`(select cast(${cents} as integer))`;

const hasWord = (word: string): RawBuilder<boolean> => sql<boolean>`strpos(words, ${folded(word)}) > 0`;

/** Folded as the index was (0005_market). */
const folded = (word: string): RawBuilder<string> =>
  isPlain(word) ? sql<string>`${word.toLowerCase()}` : sql<string>`(select plain_letters(${word}))`;

/** Not for whatever words somebody types: how many they are makes statements of their own, which every connection would keep. */
const planKept = (words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`true${sql.raw(words.length <= 2 && words.every(isPlain) ? planIsKept : '')}`;

/** What to look for as it stands in the index, where each word follows two spaces: one or two letters begin a word. */
function pattern(word: string): string {
  const letters = codePointLength(word.replaceAll(/[\u0300-\u036F]/g, ''));
  return letters === 0 ? '' : ' '.repeat(Math.max(0, 3 - letters)) + word;
}
