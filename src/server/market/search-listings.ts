import type { Cents } from '#domain/values/units.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Sex, Species } from '#domain/records/animals.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { boxAround, distanceKm, type Coordinates } from '#domain/values/distance.ts';
import type { ListingFact, ListingSort } from '#domain/listings.ts';
import { codePointLength } from '#domain/values/text-length.ts';
import { isShared, type Db } from '#server/db/engines/connect.ts';

export interface ListingFilter {
  /** Each must occur in a word of the name, the breed, the tag number, the farm's name or its place; with one or two letters it must begin one. */
  readonly words: readonly string[];
  readonly species: Species | undefined;
  readonly sex: Sex | undefined;
  /** The first and the last day of birth. */
  readonly bornFrom: CalendarDate | undefined;
  readonly bornTo: CalendarDate | undefined;
  readonly isRegistered: boolean | undefined;
  readonly within: (Coordinates & { readonly km: number }) | undefined;
  readonly minCents: Cents | undefined;
  readonly maxCents: Cents | undefined;
  /** No listings of the farm with this id. */
  readonly except: string | undefined;
  /** Only listings with a higher position. */
  readonly newerThan: number | undefined;
  /** Only listings of these animals. */
  readonly ids: readonly string[] | undefined;
  /** The slug of a farm's public page: only its listings. */
  readonly farm: string | undefined;
  readonly sort: ListingSort;
  /** The last listing of the previous page. */
  readonly after: ListingPlace | undefined;
  readonly limit: number;
}

/** The position of a listing in the order of the search; the price matters only if sorted by price. */
export interface ListingPlace {
  readonly cents: Cents;
  readonly position: number;
}

export async function searchListings(db: Db, filter: ListingFilter): Promise<ListingPlace[]> {
  const places = filter.within && (await listFarmsWithin(db, filter.within));
  const query = db.selectFrom('listings').select(['position', 'price_cents as cents']).limit(filter.limit);
  const found = [...conditionsOf(filter), ...wordsFound(db, filter.words), ...(places ? [isOneOf(db, 'farm_id', places)] : [])];
  const narrowed = (filter.ids ? [...found, isOneOf(db, 'animal_id', filter.ids)] : found).reduce(
    (narrower, condition) => narrower.where(condition),
    query,
  );
  const direction = filter.sort === 'price' ? 'asc' : 'desc';
  const sorted = filter.sort === 'newest' ? narrowed : narrowed.orderBy('price_cents', direction);
  return sorted.orderBy('position', direction).execute();
}

/** Undefined filters nothing. Facts that a listing does not show are not searchable, so that they cannot be found out by trying filters. */
function conditionsOf(filter: ListingFilter): RawBuilder<boolean>[] {
  const { species, sex, isRegistered, bornFrom, bornTo, minCents, maxCents, except, newerThan, farm } = filter;
  const has = (value: unknown, condition: RawBuilder<boolean>) => (value === undefined ? [] : [condition]);
  const isShown = sql<boolean>`(is_registered and ${shows('registration')})`;
  return [
    ...has(species, sql`species = ${species}`),
    ...has(sex, sql`sex = ${sex}`),
    ...has(isRegistered, isRegistered ? isShown : sql`not ${isShown}`),
    ...has(bornFrom ?? bornTo, shows('birth')),
    ...has(bornFrom, sql`birth_date >= ${bornFrom}`),
    ...has(bornTo, sql`birth_date <= ${bornTo}`),
    ...has(minCents, sql`price_cents >= ${minCents}`),
    ...has(maxCents, sql`price_cents <= ${maxCents}`),
    ...has(except, sql`farm_id <> ${except}`),
    ...has(newerThan, sql`position > ${newerThan}`),
    ...has(farm, sql`farm_id = (select storefronts.farm_id from storefronts where slug = ${farm})`),
    ...afterPlace(filter),
  ];
}

function afterPlace({ after, sort }: ListingFilter): RawBuilder<boolean>[] {
  if (!after) return [];
  const { cents, position } = after;
  if (sort === 'newest') return [sql`position < ${position}`];
  return sort === 'price'
    ? [sql`(price_cents, position) > (${cents}, ${position})`]
    : [sql`(price_cents, position) < (${cents}, ${position})`];
}

/** The listings with what their farms present. */
export const presentedListings = (db: Db) =>
  db
    .selectFrom('listings')
    .leftJoin('storefronts', 'storefronts.farm_id', 'listings.farm_id')
    .leftJoin('listing_details', (join) =>
      join
        .onRef('listing_details.farm_id', '=', 'listings.farm_id')
        .onRef('listing_details.animal_id', '=', 'listings.animal_id'),
    );

/** Whether the listing shows the fact: its own choice, or that of its farm. */
const shows = (fact: ListingFact) =>
  sql<boolean>`coalesce((select listing_details.shared from listing_details
      where listing_details.farm_id = listings.farm_id and listing_details.animal_id = listings.animal_id),
    (select storefronts.shared from storefronts where storefronts.farm_id = listings.farm_id), '') like ${sql.lit(`%"${fact}"%`)}`;

export const shownBirthDate = sql<string | null>`case when ${shows('birth')} then birth_date end`;

/** In `words` two spaces stand before each word, so that one letter after them is a trigram. The engines remove accents themselves. */
function wordsFound(db: Db, words: readonly string[]): RawBuilder<boolean>[] {
  const parts = words.flatMap((word) => {
    const letters = codePointLength(word.normalize('NFD').replaceAll(/[\u0300-\u036F]/g, ''));
    return letters === 0 ? [] : letters < 3 ? `  ${word}` : word;
  });
  if (isShared(db))
    return parts.map((part) => sql`words like '%' || plain_letters(${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}) || '%'`);
  const phrases = parts.map((part) => `"${part.replaceAll('"', '""')}"`).join(' AND ');
  return parts.length === 0 ? [] : [sql`position in (select rowid from listing_words where listing_words match ${phrases})`];
}

/** The values are a JSON array, so that the statement is the same for any number of them. */
const isOneOf = (db: Db, column: 'farm_id' | 'animal_id', values: readonly string[]): RawBuilder<boolean> =>
  isShared(db)
    ? sql`${sql.ref(column)} = any(array(select json_array_elements_text(cast(${JSON.stringify(values)} as json))))`
    : sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`;

async function listFarmsWithin(db: Db, { km, ...from }: Coordinates & { readonly km: number }): Promise<string[]> {
  const { south, north } = boxAround(from, km);
  const farms = await db
    .selectFrom('storefronts')
    .select(['farm_id as id', 'latitude', 'longitude'])
    .where('latitude', '>=', south)
    .where('latitude', '<=', north)
    .execute();
  return farms.filter((place) => distanceKm(from, place as Coordinates) <= km).map(({ id }) => id);
}
