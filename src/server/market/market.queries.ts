import { sql } from 'kysely';
import type { Listing } from '#contract/market.ts';
import type { Db } from '#server/db/connect.ts';
import type { Deps } from '#server/deps.ts';
import { listingPage, type ListingFilter } from '#server/db/listing-search.ts';

/** One page of the marketplace, each with its place, the newest first. */
export const listListings = (db: Db, filter: ListingFilter): Promise<(Listing & { position: number })[]> =>
  listings(db).select('position').where('position', 'in', listingPage(db, filter)).orderBy('position', 'desc').execute();

export const findListing = (db: Db, id: string): Promise<Listing | undefined> =>
  listings(db).where('animal_id', '=', id).executeTakeFirst();

/** For visitors. What a replica does not have yet, the primary has: the link to a new listing works at once. */
export const findPublicly = async (
  { db, publicReads }: Pick<Deps, 'db' | 'publicReads'>,
  id: string,
): Promise<Listing | undefined> => (await publicReads.read((reader) => findListing(reader, id))) ?? (await findListing(db, id));

/** Listings in the contract's shape. The table holds nothing that is not public. */
const listings = (db: Db) =>
  db
    .selectFrom('listings')
    .select([
      'animal_id as id',
      'tag_number as tagNumber',
      'name',
      'species',
      'sex',
      'breed',
      dollars.as('salePrice'),
      dollars.as('forSalePrice'),
      'description as saleDescription',
      'pedigree_url as pedigreeUrl',
      'image_url as imageUrl',
      'farm_name as farmName',
      'email',
    ]);

/** The same double in both engines and in JavaScript: cents / 100, correctly rounded. */
const dollars = sql<number>`cast(price_cents as double precision) / cast(100 as double precision)`;
