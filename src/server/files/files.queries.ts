import { sql } from 'kysely';
import { uploadsPath } from '#domain/pictures.ts';
import type { Db } from '#server/db/connect.ts';
import { vouchedFarmId, type FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';

/** The farm has uploaded the picture at this address itself, and all of it is stored. */
export async function isOwnPicture(db: Db | Tx, farmId: FarmId, url: string): Promise<boolean> {
  if (!url.startsWith(uploadsPath)) return false;
  const found = await db
    .selectFrom('files')
    .select('name')
    .where('farm_id', '=', farmId)
    .where('name', '=', url.slice(uploadsPath.length))
    .where('stored_at', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

export async function hasPicture(db: Db | Tx, farmId: FarmId, name: string): Promise<boolean> {
  const found = await db
    .selectFrom('files')
    .select('name')
    .where('farm_id', '=', farmId)
    .where('name', '=', name)
    .executeTakeFirst();
  return found !== undefined;
}

export async function readPictureUse(tx: Tx, farmId: FarmId): Promise<{ count: number; bytes: number }> {
  return tx
    .selectFrom('files')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.coalesce(eb.fn.sum<number>('bytes'), sql<number>`0`).as('bytes'),
    ])
    .where('farm_id', '=', farmId)
    .executeTakeFirstOrThrow();
}

/** A picture that is uploaded again counts as new, so that the clean-up leaves it time to find its animal. */
export async function rememberPicture(tx: Tx, farmId: FarmId, name: string, bytes: number, now: string): Promise<void> {
  await tx
    .insertInto('files')
    .values({ farm_id: farmId, name, bytes, created_at: now, stored_at: null })
    .onConflict((conflict) => conflict.columns(['farm_id', 'name']).doUpdateSet({ created_at: now }))
    .execute();
}

/** The store has all of the picture: from now on it may be shown. */
export async function markStored(db: Db, farmId: FarmId, name: string, now: string): Promise<void> {
  await db.updateTable('files').set({ stored_at: now }).where('farm_id', '=', farmId).where('name', '=', name).execute();
}

export async function unmarkStored(tx: Tx, farmId: FarmId, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await tx.updateTable('files').set({ stored_at: null }).where('farm_id', '=', farmId).where('name', 'in', names).execute();
}

/** Farms with pictures from before `moment`, for the clean-up, which has no session. */
export async function listFarmsWithPictures(db: Db, moment: string): Promise<FarmId[]> {
  const rows = await db.selectFrom('files').select('farm_id').distinct().where('created_at', '<', moment).execute();
  return rows.map(({ farm_id }) => vouchedFarmId(farm_id));
}

/** Pictures from before `moment` that neither an animal nor the farm's logo shows. */
export async function listUnusedPictures(db: Db | Tx, farmId: FarmId, moment: string): Promise<string[]> {
  const nameIn = (column: 'image_url' | 'logo_url') =>
    sql<string>`substr(${sql.ref(column)}, ${sql.lit(uploadsPath.length + 1)})`;
  const rows = await db
    .selectFrom('files')
    .select('name')
    .where('farm_id', '=', farmId)
    .where('created_at', '<', moment)
    .where('name', 'not in', (eb) =>
      eb
        .selectFrom('animals')
        .select(nameIn('image_url').as('name'))
        .where('farm_id', '=', farmId)
        .where('image_url', 'is not', null),
    )
    .where('name', 'not in', (eb) =>
      eb.selectFrom('farms').select(nameIn('logo_url').as('name')).where('id', '=', farmId).where('logo_url', 'is not', null),
    )
    .execute();
  return rows.map(({ name }) => name);
}

export async function forgetPictures(tx: Tx, farmId: FarmId, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await tx.deleteFrom('files').where('farm_id', '=', farmId).where('name', 'in', names).execute();
}

/** Notes the pictures of a farm that is being deleted, so that their files are removed once it is gone. */
export async function abandonPictures(tx: Tx, farmId: FarmId, now: Date): Promise<void> {
  await tx
    .insertInto('abandoned_pictures')
    .columns(['name', 'abandoned_at'])
    .expression((eb) =>
      eb
        .selectFrom('files')
        .select(['name', eb.val(now.toISOString()).as('abandoned_at')])
        .where('farm_id', '=', farmId),
    )
    .execute();
}

export async function listAbandonedPictures(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('abandoned_pictures').select('name').execute();
  return rows.map(({ name }) => name);
}

export async function forgetAbandonedPicture(db: Db, name: string): Promise<void> {
  await db.deleteFrom('abandoned_pictures').where('name', '=', name).execute();
}
