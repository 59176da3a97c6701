import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';

/** What hangs on an animal besides its fields and its records. It goes with the animal and comes back with it. */
export interface Remains {
  readonly version: number;
  readonly createdAt: string;
  readonly listing: { readonly clipUrl: string | null; readonly shared: string | null; readonly photos: readonly string[] };
}

export async function readRemains(tx: Tx, farmId: FarmId, id: string): Promise<Remains | undefined> {
  const animal = await tx
    .selectFrom('animals')
    .leftJoin('listing_details', (join) =>
      join.onRef('listing_details.farm_id', '=', 'animals.farm_id').onRef('listing_details.animal_id', '=', 'animals.id'),
    )
    .select(['version', 'created_at as createdAt', 'clip_url as clipUrl', 'shared'])
    .where('animals.farm_id', '=', farmId)
    .where('animals.id', '=', id)
    .executeTakeFirst();
  if (!animal) return undefined;
  const photos = await tx
    .selectFrom('listing_photos')
    .select('url')
    .where('farm_id', '=', farmId)
    .where('animal_id', '=', id)
    .orderBy('position')
    .execute();
  const { version, createdAt, clipUrl, shared } = animal;
  return { version, createdAt, listing: { clipUrl, shared, photos: photos.map(({ url }) => url) } };
}

/** If the log does not say what the listing showed, it shows no facts: nothing that was hidden becomes public. */
export const restoredListing = (remains: Partial<Remains>): Remains['listing'] =>
  remains.listing ?? { clipUrl: null, shared: '[]', photos: [] };

/** The version goes on, so that a change made on an earlier one is still told to be stale. */
export const versionAfter = ({ version = 0 }: Partial<Remains>): number => version + 1;

export async function storeListing(
  tx: Tx,
  farmId: FarmId,
  id: string,
  { clipUrl, shared, photos }: Remains['listing'],
): Promise<void> {
  if (clipUrl !== null || shared !== null) {
    await tx.insertInto('listing_details').values({ farm_id: farmId, animal_id: id, clip_url: clipUrl, shared }).execute();
  }
  const rows = photos.map((url, position) => ({ farm_id: farmId, animal_id: id, position, url }));
  if (rows.length > 0) await tx.insertInto('listing_photos').values(rows).execute();
}
