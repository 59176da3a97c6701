import { sql } from 'kysely';
import type { Listing } from '#contract/market.ts';
import { stateForm, type AnimalState } from '#domain/journal/state.ts';
import { summaryOf } from '#domain/journal/summary.ts';
import { isPictureUrl } from '#domain/records/animals.ts';
import { uploadsPath } from '#domain/values/pictures.ts';
import type { EmailFor } from '#domain/listings.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { vouchedFarmId, type FarmId } from '#server/db/farm-id.ts';
import { asFields } from '#server/db/record-columns.ts';
import type { Deps } from '#server/deps.ts';
import { completeStates } from '#server/journal/animal-states.ts';
import { presentedListings, shownBirthDate, type ListingPlace } from './search-listings.ts';

interface PositionedListing extends Listing {
  readonly emailFor: EmailFor | null;
  readonly position: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** In the order of the places. Listings that no longer exist are left out. */
export async function listListings(db: Db, places: readonly ListingPlace[], today: string): Promise<PositionedListing[]> {
  if (places.length === 0) return [];
  const rows = await listAt(
    db,
    places.map(({ position }) => position),
  );
  const withdrawals = await readWithdrawals(db, rows, today);
  const listings = new Map(
    rows.map(({ farmId, ...listing }) => [
      listing.position,
      { ...listing, withdrawals: withdrawals({ farmId, id: listing.id }) },
    ]),
  );
  return places.map(({ position }) => listings.get(position)).filter((listing) => listing !== undefined);
}

interface ListedAnimal {
  readonly farmId: string;
  readonly id: string;
}

/**
 * Not stored in the listings, because withdrawals change with the journal and end by day. Read by themselves, because a distributed
 * database does not join the marketplace with the rows of farms.
 */
async function readWithdrawals(
  db: Db,
  animals: readonly ListedAnimal[],
  today: string,
): Promise<(animal: ListedAnimal) => Listing['withdrawals']> {
  const rows =
    animals.length === 0
      ? []
      : await db
          .selectFrom('animal_states')
          .select(['farm_id', 'animal_id as id', 'form', 'state'])
          .where((eb) => eb.or([eb('form', '<>', stateForm), eb('state', 'not like', '%"withdrawals":{}%')]))
          .where((eb) => eb.or(animals.map(({ farmId, id }) => eb.and({ farm_id: farmId, animal_id: id }))))
          .execute();
  const states = new Map<string, AnimalState>();
  for (const [farm, ofFarm] of Map.groupBy(rows, ({ farm_id }) => farm_id))
    for (const [id, state] of await completeStates(db, vouchedFarmId(farm), ofFarm)) states.set(`${farm} ${id}`, state);
  return ({ farmId, id }) => withdrawalsOf(states.get(`${farmId} ${id}`), today);
}

const withdrawalsOf = (state: AnimalState | undefined, today: string): Listing['withdrawals'] =>
  state
    ? summaryOf(state, today).withdrawals.map(({ product, clearOn, notRecordedOn }) => ({
        product,
        clearOn,
        isNotRecorded: notRecordedOn !== null,
      }))
    : [];

/** Enquiries go to confirmed addresses only. */
const ownerConfirmedAt = sql<
  string | null
>`(select email_confirmed_at from memberships join users on users.id = memberships.user_id
  where memberships.farm_id = listings.farm_id and memberships.role = 'owner' and memberships.ended_at is null
  order by memberships.created_at, users.id limit 1)`;

export interface ListingByItself extends Listing {
  readonly emailFor: EmailFor | null;
  readonly images: string[];
  readonly farmId: FarmId;
  /** The names of the facts that its farm shares. */
  readonly shared: readonly string[];
}

export async function findListing(db: Db, id: string, today: string): Promise<ListingByItself | undefined> {
  const row = await presentedListings(db)
    .select([
      ...shown,
      'slug as farmSlug',
      ...asFields('takesEnquiries clipUrl'),
      'listings.farm_id as farmId',
      'listing_details.shared as sharedOfIt',
      'storefronts.shared as sharedOfAll',
      ownerConfirmedAt.as('ownerConfirmedAt'),
    ])
    .where('listings.animal_id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const withdrawals = await readWithdrawals(db, [row], today);
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
    withdrawals: withdrawals(row),
    takesEnquiries: (row.takesEnquiries ?? true) && row.ownerConfirmedAt !== null,
  };
}

/** In the order of the URLs; without a size for a picture that is not the farm's. */
export async function readSizes(db: Db, farmId: FarmId, urls: readonly string[]): Promise<SizedPicture[]> {
  const names = urls.map((url) => url.slice(uploadsPath.length));
  const files = db.selectFrom('files').select(['name', 'width', 'height']).where('farm_id', '=', farmId);
  const found = names.length === 0 ? [] : await files.where('name', 'in', names).execute();
  const sizes = new Map(found.map(({ name, width, height }) => [name, { width, height }]));
  return urls.map((url) => ({ url, ...sizes.get(url.slice(uploadsPath.length)) }));
}

export interface SizedPicture {
  readonly url: string;
  readonly width?: number | null;
  readonly height?: number | null;
}

/** Falls back to the primary, so that the link to a new listing works before the replica has it. */
export const findPublicly = async (
  { db, publicReads }: Pick<Deps, 'db' | 'publicReads'>,
  id: string,
  today: string,
): Promise<ListingByItself | undefined> =>
  (await publicReads.read((reader) => findListing(reader, id, today))) ?? (await findListing(db, id, today));

/** The same double in both engines and in JavaScript: cents / 100, correctly rounded. */
const dollars = sql<number>`cast(price_cents as double precision) / cast(100 as double precision)`;

/** Removes the address if its seller does not show it to the caller. */
export function withoutHiddenEmail<L extends Pick<ListingByItself, 'email' | 'emailFor'>>(
  { emailFor: who, ...listing }: L,
  isSignedIn: boolean,
): Omit<L, 'emailFor'> {
  const isShown = who === null || who === 'everybody' || (who === 'signedIn' && isSignedIn);
  return isShown ? listing : { ...listing, email: null };
}

const shown = [
  'listings.animal_id as id',
  ...asFields('tagNumber name species sex'),
  'listings.is_castrated as isCastrated',
  'breed',
  dollars.as('salePrice'),
  dollars.as('forSalePrice'),
  'description as saleDescription',
  ...asFields('pedigreeUrl imageUrl farmName email emailFor listedOn placeName'),
  shownBirthDate.as('birthDate'),
] as const;

const listAt = (db: Db, positions: readonly number[]) =>
  presentedListings(db)
    .select([...shown, 'position', 'listings.latitude', 'listings.longitude', 'listings.farm_id as farmId'])
    .where('position', 'in', positions)
    .execute();
