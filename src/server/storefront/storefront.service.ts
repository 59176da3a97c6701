import type { Storefront, StorefrontChange } from '#contract/storefront.ts';
import { knownFacts } from '#domain/listings.ts';
import { parseCoordinates, roundPlace } from '#domain/values/distance.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { relistFarm } from '#server/db/listings.ts';
import { asFields, toRow } from '#server/db/record-columns.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import { contentVersion } from '#domain/values/content-version.ts';
import { Problem } from '#server/problem.ts';

export type StoredStorefront = Omit<Storefront, 'version'>;

const withVersion = (stored: StoredStorefront): Storefront => ({ ...stored, version: contentVersion(Object.values(stored)) });

/** Resolves with undefined if the farm has never changed it. */
export async function findStorefront(db: Db | Tx, farmId: FarmId): Promise<StoredStorefront | undefined> {
  const row = await db
    .selectFrom('storefronts')
    .select([
      ...asFields('placeName latitude longitude'),
      'place_precision as precision',
      ...asFields('slug story emailFor takesEnquiries shared'),
    ])
    .where('farm_id', '=', farmId)
    .executeTakeFirst();
  return row && { ...row, shared: knownFacts(JSON.parse(row.shared) as string[]) };
}

export const toStorefrontRow = ({ precision, shared, ...stored }: StoredStorefront) => ({
  ...toRow(stored),
  place_precision: precision,
  shared: JSON.stringify(shared),
});

export const readStorefront = async (db: Db | Tx, farmId: FarmId): Promise<Storefront> =>
  withVersion((await findStorefront(db, farmId)) ?? empty);

const empty: StoredStorefront = {
  placeName: null,
  latitude: null,
  longitude: null,
  precision: null,
  slug: null,
  story: null,
  emailFor: 'everybody',
  takesEnquiries: true,
  shared: [],
};

/** Repeating a change is accepted: values that are already stored are no conflict. */
export const changeStorefront = (db: Db, farmId: FarmId, { version, ...change }: StorefrontChange): Promise<Storefront> =>
  inFarmTransaction(db, farmId, async (tx) => {
    const before = await readStorefront(tx, farmId);
    const after = withVersion(storedOf(change, before));
    if (after.version === before.version) return before;
    if (version !== undefined && version !== before.version) throw new Problem('record.stale');
    const { version: _, ...stored } = after;
    const columns = toStorefrontRow(stored);
    const { placeName, latitude, longitude, slug } = stored;
    await tx
      .insertInto('storefronts')
      .values({ farm_id: farmId, ...columns })
      .onConflict((conflict) => conflict.column('farm_id').doUpdateSet(columns))
      .execute();
    // After the unique index has waited for a farm that is giving the slug up.
    if (slug !== before.slug) await reserveSlug(tx, farmId, { before: before.slug, after: slug });
    const isElsewhere = placeName !== before.placeName || latitude !== before.latitude || longitude !== before.longitude;
    if (isElsewhere) await relistFarm(tx, farmId);
    return after;
  }).catch((error: unknown) => {
    // The unique index decides if two farms choose the same slug concurrently.
    if (error instanceof Error && /storefronts[._]slug/.test(error.message)) throw new Problem('market.slug_taken');
    throw error;
  });

const maxReserved = 10;

/** A farm's earlier slugs stay its own, the newest ten of them. */
async function reserveSlug(tx: Tx, farmId: FarmId, { before, after }: Record<'before' | 'after', string | null>): Promise<void> {
  const taken = await tx
    .selectFrom('reserved_slugs')
    .select('farm_id as farmId')
    .where('slug', '=', after)
    .where('farm_id', '!=', farmId)
    .executeTakeFirst();
  if (taken) throw new Problem('market.slug_taken');
  if (before === null) return;
  const at = new Date().toISOString();
  await tx
    .insertInto('reserved_slugs')
    .values({ slug: before, farm_id: farmId, at })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ at }))
    .execute();
  const kept = tx
    .selectFrom('reserved_slugs')
    .select('slug')
    .where('farm_id', '=', farmId)
    .orderBy('at', 'desc')
    .limit(maxReserved);
  await tx.deleteFrom('reserved_slugs').where('farm_id', '=', farmId).where('slug', 'not in', kept).execute();
}

/** Coordinates are rounded before they are stored. */
function storedOf(
  { placeName, coordinates, precision, ...change }: Omit<StorefrontChange, 'version'>,
  before: StoredStorefront,
): StoredStorefront {
  const { slug = before.slug, story = before.story, emailFor = before.emailFor, takesEnquiries = before.takesEnquiries } = change;
  const shared = change.shared ? knownFacts(change.shared) : before.shared;
  const page = { slug: slug || null, story, emailFor, takesEnquiries, shared };
  const exact = coordinates === null ? undefined : parseCoordinates(coordinates);
  if (!exact) return { placeName, latitude: null, longitude: null, precision: null, ...page };
  return { placeName, ...roundPlace(exact, precision), precision, ...page };
}
