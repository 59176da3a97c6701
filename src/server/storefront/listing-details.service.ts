import type { ListingDetails, ListingDetailsChange } from '#contract/storefront.ts';
import { knownFacts } from '#domain/listings.ts';
import type { Deps } from '#server/deps.ts';
import { findAnimal, updateAnimal } from '#server/animals/animals.queries.ts';
import { changed, logChanges, type Act } from '#server/db/changes.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import { isOwnPicture, notOwnPicture } from '#server/files/files.queries.ts';
import { contentVersion } from '#server/http/content-version.ts';
import { Problem } from '#server/problem.ts';

type Stored = Omit<ListingDetails, 'version'>;

const withVersion = (stored: Stored): ListingDetails => ({ ...stored, version: contentVersion(Object.values(stored)) });

export async function readListingDetails(db: Db | Tx, farmId: FarmId, id: string): Promise<ListingDetails> {
  const animal = await findAnimal(db, farmId, id);
  if (!animal) throw new Problem('animals.not_found');
  const { imageUrl } = animal;
  const details = await db
    .selectFrom('listing_details')
    .select(['clip_url as clipUrl', 'shared'])
    .where('farm_id', '=', farmId)
    .where('animal_id', '=', id)
    .executeTakeFirst();
  const photos = await db
    .selectFrom('listing_photos')
    .select('url')
    .where('farm_id', '=', farmId)
    .where('animal_id', '=', id)
    .orderBy('position')
    .execute();
  return withVersion({
    photos: [...new Set([...(imageUrl === null ? [] : [imageUrl]), ...photos.map(({ url }) => url)])],
    clipUrl: details?.clipUrl ?? null,
    shared: details?.shared == null ? null : knownFacts(JSON.parse(details.shared) as string[]),
  });
}

/** The first photo becomes the animal's own picture, which the specified `imageUrl` of a listing shows. Repeating a change is accepted. */
export const changeListingDetails = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  act: Act,
  id: string,
  { version, ...change }: ListingDetailsChange,
): Promise<ListingDetails> =>
  inFarmTransaction(db, act.farmId, async (tx) => {
    const { farmId } = act;
    const before = await readListingDetails(tx, farmId, id);
    const after = withVersion({ ...change, shared: change.shared && knownFacts(change.shared) });
    if (after.version === before.version) return before;
    if (version !== undefined && version !== before.version) throw new Problem('record.stale');
    await ensureOwnPictures(tx, farmId, after.photos, before.photos);
    await setCover(tx, act, id, after.photos[0] ?? null, now());
    await storeDetails(tx, farmId, id, after);
    return after;
  });

async function ensureOwnPictures(tx: Tx, farmId: FarmId, photos: readonly string[], before: readonly string[]): Promise<void> {
  for (const [index, url] of photos.entries()) {
    if (before.includes(url) || (await isOwnPicture(tx, farmId, url))) continue;
    throw Problem.field(`photos.${index}`, notOwnPicture);
  }
}

async function setCover(tx: Tx, act: Act, id: string, imageUrl: string | null, now: Date): Promise<void> {
  const { farmId } = act;
  const animal = await findAnimal(tx, farmId, id);
  if (!animal || animal.imageUrl === imageUrl) return;
  await updateAnimal(tx, farmId, id, { image_url: imageUrl }, now.toISOString());
  await logChanges(tx, act, now, changed('animal', id, { imageUrl: animal.imageUrl }, { imageUrl }));
}

async function storeDetails(tx: Tx, farmId: FarmId, id: string, { photos, clipUrl, shared }: Stored): Promise<void> {
  const columns = { clip_url: clipUrl, shared: shared && JSON.stringify(shared) };
  await tx
    .insertInto('listing_details')
    .values({ farm_id: farmId, animal_id: id, ...columns })
    .onConflict((conflict) => conflict.columns(['farm_id', 'animal_id']).doUpdateSet(columns))
    .execute();
  await tx.deleteFrom('listing_photos').where('farm_id', '=', farmId).where('animal_id', '=', id).execute();
  const others = photos.slice(1).map((url, position) => ({ farm_id: farmId, animal_id: id, position, url }));
  if (others.length > 0) await tx.insertInto('listing_photos').values(others).execute();
}
