import type { ArchivedSettings } from '#contract/archive.ts';
import { roundPlace } from '#domain/values/distance.ts';
import { knownFacts } from '#domain/listings.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { asFields, toRow } from '#server/db/record-columns.ts';
import { lockedFarm, type Tx } from '#server/db/transaction.ts';
import { findStorefront, toStorefrontRow, type StoredStorefront } from '#server/storefront/storefront.service.ts';

/** The settings of a farm, without the slug of its public page, which must be unique. */
export async function readSettings(db: Db | Tx, farmId: FarmId): Promise<ArchivedSettings> {
  const { breedingRules, farmNumbers, ...farm } = await db
    .selectFrom('farms')
    .select(asFields('weightUnit dateFormat keeps breedingRules farmNumbers'))
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow();
  const storefront = await findStorefront(db, farmId);
  return {
    ...farm,
    breedingRules: breedingRules === null ? null : (JSON.parse(breedingRules) as ArchivedSettings['breedingRules']),
    farmNumbers: farmNumbers === null ? null : (JSON.parse(farmNumbers) as ArchivedSettings['farmNumbers']),
    storefront: storefront ? withoutSlug(storefront) : null,
  };
}

function withoutSlug(stored: StoredStorefront) {
  const { slug: _, ...storefront } = stored;
  return storefront;
}

/** Sets only settings that the farm has not set itself. Resolves with its settings before and after. */
export async function fillInSettings(tx: Tx, farmId: FarmId, settings: ArchivedSettings) {
  const before = await readSettings(tx, farmId);
  const hasUnits = before.keeps !== null || before.weightUnit !== 'lbs' || before.dateFormat !== 'mdy';
  const { weightUnit, dateFormat, keeps } = hasUnits ? before : settings;
  const after = {
    weightUnit,
    dateFormat,
    keeps,
    breedingRules: before.breedingRules ?? settings.breedingRules,
    farmNumbers: before.farmNumbers ?? settings.farmNumbers,
  };
  await tx
    .updateTable('farms')
    .set({
      ...toRow({ weightUnit, dateFormat, keeps }),
      breeding_rules: after.breedingRules && JSON.stringify(after.breedingRules),
      farm_numbers: after.farmNumbers && JSON.stringify(after.farmNumbers),
    })
    .where('id', '=', farmId)
    .execute();
  const offered = tx.selectFrom('animals').select('id').where('farm_id', '=', farmId).where('for_sale', '=', true);
  const isSeller = await offered.where('revision', '<', lockedFarm(tx, farmId).loggedAt).limit(1).executeTakeFirst();
  // What the farm offers already shows no place and no facts that nobody here chose to share.
  const hidden = isSeller && { shared: [], placeName: null, latitude: null, longitude: null };
  if (!before.storefront && settings.storefront) await insertStorefront(tx, farmId, { ...settings.storefront, ...hidden });
  const { storefront: _, ...ofFarm } = before;
  return { before: ofFarm, after };
}

async function insertStorefront(tx: Tx, farmId: FarmId, storefront: NonNullable<ArchivedSettings['storefront']>): Promise<void> {
  const { latitude, longitude, precision } = storefront;
  const isPlaced = latitude !== null && longitude !== null && precision !== null;
  const place = isPlaced ? roundPlace({ latitude, longitude }, precision) : { latitude: null, longitude: null };
  const shown = { precision: isPlaced ? precision : null, slug: null, shared: knownFacts(storefront.shared) };
  const row = toStorefrontRow({ ...storefront, ...place, ...shown });
  await tx
    .insertInto('storefronts')
    .values({ ...row, farm_id: farmId })
    .execute();
}
