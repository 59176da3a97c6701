import { createHash } from 'node:crypto';
import { smallerName, smallerVersions, uploadsPath } from '#domain/values/pictures.ts';
import type { Deps } from '#server/deps.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { isHeld } from '#server/db/restores.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/problem.ts';
import { dayMs } from '#server/time-after.ts';
import {
  markForDeletion,
  purgeMarkedPicture,
  purgePictures,
  hasPicture,
  isMarkedForDeletion,
  listMarkedPictures,
  listFarmsWithPictures,
  listUnusedPictures,
  markStored,
  readPictureUse,
  recordPicture,
} from './files.queries.ts';
import { encodePicture } from './encode-picture.ts';

type Needs = Pick<Deps, 'db' | 'now' | 'pictures'>;

const maxPictures = 500;
const maxBytes = 500 * 1024 * 1024;

/** `maxSide` in pixels, of a picture that is not an upload of somebody's camera. */
export async function storePicture(
  { db, now, pictures }: Needs,
  farmId: FarmId,
  upload: Buffer,
  maxSide?: number,
): Promise<string> {
  const { full, smaller, width, height } = await encodePicture(upload, maxSide);
  // The row is written before the files, and the picture is usable only after both. A failure of the store leaves an unused row.
  const name = await inFarmTransaction(db, farmId, async (tx) => {
    const free = await nameFor(tx, farmId, full);
    const bytes = smallerVersions.reduce((sum, version) => sum + smaller[version].length, full.length);
    if (!(await hasPicture(tx, farmId, free))) await ensureRoomFor(tx, farmId, bytes);
    await recordPicture(tx, farmId, { name: free, bytes, width, height }, now().toISOString());
    return free;
  });
  for (const version of smallerVersions) await pictures.put(smallerName(name, version), smaller[version]);
  await pictures.put(name, full);
  await markStored(db, farmId, name, now().toISOString());
  return uploadsPath + name;
}

/**
 * The farm is part of the hash, so that uploading does not reveal whether another farm has the same picture. While files of a name wait for
 * removal the picture gets another name, or the removal would delete the new files.
 */
async function nameFor(tx: Tx, farmId: FarmId, picture: Buffer): Promise<string> {
  for (let salt = ''; ; salt += '+') {
    const name = `${createHash('sha256').update(farmId).update(picture).update(salt).digest('hex').slice(0, 32)}.webp`;
    if (!(await isMarkedForDeletion(tx, name))) return name;
  }
}

async function ensureRoomFor(tx: Tx, farmId: FarmId, bytes: number): Promise<void> {
  const use = await readPictureUse(tx, farmId);
  if (use.count >= maxPictures || use.bytes + bytes > maxBytes) throw new Problem('files.quota');
}

export async function removeUnusedPictures({ db, now, pictures }: Needs): Promise<void> {
  const dayAgo = new Date(now().getTime() - dayMs);
  const moment = dayAgo.toISOString();
  for (const farmId of await listFarmsWithPictures(db, moment)) {
    if ((await listUnusedPictures(db, farmId, moment)).length === 0) continue;
    // After this transaction nothing can start to use them. The files are removed later because the store may be slow.
    await inFarmTransaction(db, farmId, async (tx) => {
      const names = await listUnusedPictures(tx, farmId, moment);
      await markForDeletion(tx, farmId, now(), names);
      await purgePictures(tx, farmId, names);
    });
  }
  await removeMarkedPictures({ db, pictures });
  await pictures.removeUnfinished(dayAgo);
}

/**
 * Includes pictures of deleted farms; none while the database is held, because its store may be that of the installation. A missing file is
 * not an error, since an interrupted run is repeated.
 */
export async function removeMarkedPictures({ db, pictures }: Pick<Deps, 'db' | 'pictures'>): Promise<void> {
  if (await isHeld(db)) return;
  for (const name of await listMarkedPictures(db)) {
    await removePicture(pictures, name);
    await purgeMarkedPicture(db, name);
  }
}

async function removePicture(pictures: Deps['pictures'], name: string): Promise<void> {
  await pictures.remove(name);
  for (const version of smallerVersions) await pictures.remove(smallerName(name, version));
}
