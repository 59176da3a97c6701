import type { ListingDetails, ListingDetailsChange } from '#contract/storefront.ts';
import { knownFacts } from '#domain/listings.ts';
import type { Deps } from '#server/deps.ts';
import { findAnimal, updateAnimal } from '#server/animals/animals.queries.ts';
import { readListing, writeListing } from '#server/animals/listing.queries.ts';
import { changed, logChanges, type Act } from '#server/db/changes.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import { isOwnPicture, notOwnPicture } from '#server/files/files.queries.ts';
import { contentVersion } from '#domain/values/content-version.ts';
import { Problem } from '#server/problem.ts';

type Stored = Omit<ListingDetails, 'version'>;

const withVersion = (stored: Stored): ListingDetails => ({ ...stored, version: contentVersion(Object.values(stored)) });

export async function readListingDetails(db: Db | Tx, farmId: FarmId, id: string): Promise<ListingDetails> {
  const animal = await findAnimal(db, farmId, id);
  if (!animal) throw new Problem('animals.not_found');
  const { imageUrl } = animal;
  const { photos, clipUrl, shared } = await readListing(db, farmId, id);
  return withVersion({
    photos: [...new Set([...(imageUrl === null ? [] : [imageUrl]), ...photos])],
    clipUrl,
    shared: shared === null ? null : knownFacts(JSON.parse(shared) as string[]),
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
    const { photos, clipUrl, shared } = after;
    await writeListing(tx, farmId, id, { clipUrl, shared: shared && JSON.stringify(shared), photos: photos.slice(1) });
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
