import { sql, type Insertable } from 'kysely';
import { isUploadedUrl, uploadsPath } from '#domain/values/pictures.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { vouchedFarmId, type FarmId } from '#server/db/farm-id.ts';
import { pictureColumns } from '#server/db/picture-columns.ts';
import { isAny } from '#server/db/rows.ts';
import type { Database } from '#server/db/schema/schema.ts';
import type { Tx } from '#server/db/transaction.ts';

export const notOwnPicture = 'This picture is not among those your farm has uploaded';

const pictures = (db: Db | Tx, farmId: FarmId, name: string) =>
  db.selectFrom('files').select('name').where('farm_id', '=', farmId).where('name', '=', name);

export const isOwnPicture = async (db: Db | Tx, farmId: FarmId, url: string): Promise<boolean> =>
  url.startsWith(uploadsPath) && isAny(pictures(db, farmId, url.slice(uploadsPath.length)).where('stored_at', 'is not', null));

/** Of the uploaded pictures a farm may use its own. Those of other sites are kept and not shown. */
export const mayUsePicture = async (db: Db | Tx, farmId: FarmId, url: string | null): Promise<boolean> =>
  url === null || !isUploadedUrl(url) || isOwnPicture(db, farmId, url);

export const hasPicture = (db: Db | Tx, farmId: FarmId, name: string): Promise<boolean> => isAny(pictures(db, farmId, name));

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

/** Uploading again renews the age, so that the clean-up does not remove the picture before an animal refers to it. */
export async function recordPicture(
  tx: Tx,
  farmId: FarmId,
  picture: Pick<Insertable<Database['files']>, 'name' | 'bytes' | 'width' | 'height'>,
  now: string,
): Promise<void> {
  await tx
    .insertInto('files')
    .values({ ...picture, farm_id: farmId, created_at: now, stored_at: null })
    .onConflict((conflict) => conflict.columns(['farm_id', 'name']).doUpdateSet({ created_at: now }))
    .execute();
}

export async function markStored(db: Db, farmId: FarmId, name: string, now: string): Promise<void> {
  await db.updateTable('files').set({ stored_at: now }).where('farm_id', '=', farmId).where('name', '=', name).execute();
}

export async function listFarmsWithPictures(db: Db, moment: string): Promise<FarmId[]> {
  const rows = await db.selectFrom('files').select('farm_id').distinct().where('created_at', '<', moment).execute();
  return rows.map(({ farm_id }) => vouchedFarmId(farm_id));
}

export async function listUnusedPictures(db: Db | Tx, farmId: FarmId, moment: string): Promise<string[]> {
  // Checked per picture, of which a farm has hundreds, not per animal, of which it may have very many.
  const isShown = pictureColumns.map(
    ([table, column, farm]) => sql<boolean>`exists (
      select 1 from ${sql.table(table)} as shown
      where shown.${sql.ref(farm)} = ${farmId} and shown.${sql.ref(column)} = ${sql.lit(uploadsPath)} || files.name)`,
  );
  const rows = await db
    .selectFrom('files')
    .select('name')
    .where('farm_id', '=', farmId)
    .where('created_at', '<', moment)
    .where((eb) => eb.not(eb.or(isShown)))
    .execute();
  return rows.map(({ name }) => name);
}

export async function purgePictures(tx: Tx, farmId: FarmId, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await tx.deleteFrom('files').where('farm_id', '=', farmId).where('name', 'in', names).execute();
}

/** Marks the named pictures, or all of the farm; the files are removed after the commit. */
export async function markForDeletion(tx: Tx, farmId: FarmId, now: Date, names?: readonly string[]): Promise<void> {
  const marked = names ?? (await listPictures(tx, farmId));
  if (marked.length === 0) return;
  const abandoned_at = now.toISOString();
  await tx
    .insertInto('abandoned_pictures')
    .values(marked.map((name) => ({ name, abandoned_at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function listPictures(tx: Tx, farmId: FarmId): Promise<string[]> {
  const rows = await tx.selectFrom('files').select('name').where('farm_id', '=', farmId).execute();
  return rows.map(({ name }) => name);
}

export const isMarkedForDeletion = (tx: Tx, name: string): Promise<boolean> =>
  isAny(tx.selectFrom('abandoned_pictures').select('name').where('name', '=', name));

export async function listMarkedPictures(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('abandoned_pictures').select('name').execute();
  return rows.map(({ name }) => name);
}

export async function purgeMarkedPicture(db: Db, name: string): Promise<void> {
  await db.deleteFrom('abandoned_pictures').where('name', '=', name).execute();
}
