import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';

/** What is stored of a listing besides the animal's own fields. */
export interface StoredListing {
  readonly clipUrl: string | null;
  /** The names of the facts that are shown, as JSON; null: as for the other animals of the farm. */
  readonly shared: string | null;
  /** Without the cover, which is a field of the animal. */
  readonly photos: readonly string[];
}

export async function readListing(db: Db | Tx, farmId: FarmId, animalId: string): Promise<StoredListing> {
  const details = await db
    .selectFrom('listing_details')
    .select(['clip_url as clipUrl', 'shared'])
    .where('farm_id', '=', farmId)
    .where('animal_id', '=', animalId)
    .executeTakeFirst();
  const photos = await db
    .selectFrom('listing_photos')
    .select('url')
    .where('farm_id', '=', farmId)
    .where('animal_id', '=', animalId)
    .orderBy('position')
    .execute();
  return { clipUrl: details?.clipUrl ?? null, shared: details?.shared ?? null, photos: photos.map(({ url }) => url) };
}

export async function writeListing(
  tx: Tx,
  farmId: FarmId,
  animalId: string,
  { clipUrl, shared, photos }: StoredListing,
): Promise<void> {
  const columns = { clip_url: clipUrl, shared };
  await tx
    .insertInto('listing_details')
    .values({ farm_id: farmId, animal_id: animalId, ...columns })
    .onConflict((conflict) => conflict.columns(['farm_id', 'animal_id']).doUpdateSet(columns))
    .execute();
  await tx.deleteFrom('listing_photos').where('farm_id', '=', farmId).where('animal_id', '=', animalId).execute();
  const rows = photos.map((url, position) => ({ farm_id: farmId, animal_id: animalId, position, url }));
  if (rows.length > 0) await tx.insertInto('listing_photos').values(rows).execute();
}
