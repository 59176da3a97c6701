import { sql } from 'kysely';
import type { Listing } from '#contract/market.ts';
import { stateForm, type AnimalState } from '#domain/journal/state.ts';
import { summaryOf } from '#domain/journal/summary.ts';
import { isPictureUrl } from '#domain/animals.ts';
import type { EmailFor } from '#domain/listings.ts';
import type { Db } from '#server/db/connect.ts';
import { vouchedFarmId, type FarmId } from '#server/db/farm-id.ts';
import type { Deps } from '#server/deps.ts';
import { orderOf, searchPlans, type ListingFilter, type ListingPlace } from '#server/db/listing-search.ts';
import { emptySample, type MarketSample } from '#server/db/market-sample.ts';

type ListingRow = Omit<Listing, 'withdrawals'> & { readonly emailFor: EmailFor | null };

interface PositionedListing extends ListingRow {
  readonly position: number;
  readonly cents: ListingPlace['cents'];
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export async function listListings(
  db: Db,
  filter: ListingFilter,
  sampleOf: (db: Db) => Promise<MarketSample>,
): Promise<PositionedListing[]> {
  const sample = filter.words.length === 0 && !filter.within ? emptySample : await sampleOf(db);
  let page: PositionedListing[] = [];
  for (const { rows, where } of searchPlans(db, filter, sample)) {
    page = await db
      .selectFrom(rows.as('listings'))
      .select([...shown, 'position', 'price_cents as cents', 'latitude', 'longitude'])
      .where(where)
      .orderBy(orderOf(filter))
      .limit(filter.limit)
      .execute();
    if (page.length === filter.limit) break;
  }
  return page;
}

/** Nobody is written to at an address that nobody has shown to be theirs. */
const ownerConfirmedAt = sql<
  string | null
>`(select email_confirmed_at from memberships join users on users.id = memberships.user_id
  where memberships.farm_id = listings.farm_id and memberships.role = 'owner' and memberships.ended_at is null
  order by memberships.created_at, users.id limit 1)`;

export interface ListingByItself extends ListingRow {
  readonly images: string[];
  readonly farmId: FarmId;
  /** The names of the facts that its farm shares. */
  readonly shared: readonly string[];
}

export async function findListing(db: Db, id: string): Promise<ListingByItself | undefined> {
  const row = await db
    .selectFrom('listings')
    .leftJoin('storefronts', 'storefronts.farm_id', 'listings.farm_id')
    .leftJoin('listing_details', (join) =>
      join
        .onRef('listing_details.farm_id', '=', 'listings.farm_id')
        .onRef('listing_details.animal_id', '=', 'listings.animal_id'),
    )
    .select([
      ...shown,
      'place_name as placeName',
      'slug as farmSlug',
      'takes_enquiries as takesEnquiries',
      'clip_url as clipUrl',
      'listings.farm_id as farmId',
      'listing_details.shared as sharedOfIt',
      'storefronts.shared as sharedOfAll',
      ownerConfirmedAt.as('ownerConfirmedAt'),
    ])
    .where('listings.animal_id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const photos = await db
    .selectFrom('listing_photos')
    .select('url')
    .where('farm_id', '=', row.farmId)
    .where('animal_id', '=', id)
    .orderBy('position')
    .execute();
  return {
    ...row,
    farmId: vouchedFarmId(row.farmId),
    shared: JSON.parse(row.sharedOfIt ?? row.sharedOfAll ?? '[]') as string[],
    images: [...new Set([row.imageUrl, ...photos.map(({ url }) => url)])].filter(isPictureUrl),
    takesEnquiries: (row.takesEnquiries ?? true) && row.ownerConfirmedAt !== null,
  };
}

/** Falls back to the primary, so that the link to a new listing works before the replica has it. */
export const findPublicly = async (
  { db, publicReads }: Pick<Deps, 'db' | 'publicReads'>,
  id: string,
): Promise<ListingByItself | undefined> =>
  (await publicReads.read((reader) => findListing(reader, id))) ?? (await findListing(db, id));

/** Not stored in the listings, since the journal changes it and each day ends some. */
export async function withWithdrawals<L extends ListingRow>(
  db: Db,
  listings: readonly L[],
  today: string,
): Promise<(L & Listing)[]> {
  const rows =
    listings.length === 0
      ? []
      : await db
          .selectFrom('listings')
          .innerJoin('animal_states', (join) =>
            join
              .onRef('animal_states.farm_id', '=', 'listings.farm_id')
              .onRef('animal_states.animal_id', '=', 'listings.animal_id'),
          )
          .select(['listings.animal_id as id', 'state'])
          .where(
            'listings.animal_id',
            'in',
            listings.map(({ id }) => id),
          )
          .where('form', '=', stateForm)
          .where('state', 'not like', '%"withdrawals":{}%')
          .execute();
  const states = new Map(rows.map(({ id, state }) => [id, JSON.parse(state) as AnimalState]));
  return listings.map((listing) => {
    const state = states.get(listing.id);
    return { ...listing, withdrawals: state ? [...summaryOf(state, today).withdrawals] : [] };
  });
}

/** The same double in both engines and in JavaScript: cents / 100, correctly rounded. */
const dollars = sql<number>`cast(price_cents as double precision) / cast(100 as double precision)`;

const emailFor = sql<EmailFor | null>`(select email_for from storefronts where storefronts.farm_id = listings.farm_id)`;

/** Without the address where its seller does not show it to whoever asks. */
export function withoutHiddenEmail<L extends ListingRow>(
  { emailFor: who, ...listing }: L,
  isSignedIn: boolean,
): Omit<L, 'emailFor'> {
  const isShown = who === null || who === 'everybody' || (who === 'signedIn' && isSignedIn);
  return isShown ? listing : { ...listing, email: null };
}

const shown = [
  'listings.animal_id as id',
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
  emailFor.as('emailFor'),
] as const;
