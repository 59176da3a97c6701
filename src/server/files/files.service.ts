import { createHash } from 'node:crypto';
import { smallerName, smallerVersions, uploadsPath } from '#domain/pictures.ts';
import type { Deps } from '#server/deps.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/problem.ts';
import {
  abandonPictures,
  forgetAbandonedPicture,
  forgetPictures,
  hasPicture,
  isAbandoned,
  listAbandonedPictures,
  listFarmsWithPictures,
  listUnusedPictures,
  markStored,
  readPictureUse,
  rememberPicture,
} from './files.queries.ts';
import { redrawPicture } from './redraw-picture.ts';

type Needs = Pick<Deps, 'db' | 'now' | 'pictures'>;

const maxPictures = 500;
const maxBytes = 500 * 1024 * 1024;

/** Keeps a picture for the farm; the same one again has the same address. */
export async function keepPicture({ db, now, pictures }: Needs, farmId: FarmId, upload: Buffer): Promise<string> {
  const { full, smaller } = await redrawPicture(upload);
  // The row first, the files after, and only then may anything show it: what the store refuses is a row that nothing refers to.
  const name = await inFarmTransaction(db, farmId, async (tx) => {
    const free = await nameFor(tx, farmId, full);
    const bytes = smallerVersions.reduce((sum, version) => sum + smaller[version].length, full.length);
    if (!(await hasPicture(tx, farmId, free))) await ensureRoomFor(tx, farmId, bytes);
    await rememberPicture(tx, farmId, free, bytes, now().toISOString());
    return free;
  });
  for (const version of smallerVersions) await pictures.put(smallerName(name, version), smaller[version]);
  await pictures.put(name, full);
  await markStored(db, farmId, name, now().toISOString());
  return uploadsPath + name;
}

/**
 * The farm is part of the hash: nobody can find out by uploading whether another farm has the same picture. While files of the name
 * are about to be removed it has another one, or a late removal would take the new files.
 */
async function nameFor(tx: Tx, farmId: FarmId, picture: Buffer): Promise<string> {
  for (let salt = ''; ; salt += '+') {
    const name = `${createHash('sha256').update(farmId).update(picture).update(salt).digest('hex').slice(0, 32)}.webp`;
    if (!(await isAbandoned(tx, name))) return name;
  }
}

async function ensureRoomFor(tx: Tx, farmId: FarmId, bytes: number): Promise<void> {
  const use = await readPictureUse(tx, farmId);
  if (use.count >= maxPictures || use.bytes + bytes > maxBytes) throw new Problem('files.quota');
}

const dayMs = 86_400_000;

/** Removes pictures that nothing has shown for a day after their upload; for the periodic clean-up. */
export async function removeUnusedPictures({ db, now, pictures }: Needs): Promise<void> {
  const dayAgo = new Date(now().getTime() - dayMs);
  const moment = dayAgo.toISOString();
  for (const farmId of await listFarmsWithPictures(db, moment)) {
    if ((await listUnusedPictures(db, farmId, moment)).length === 0) continue;
    // From here on nothing can begin to show them. The store may be slow: it is told once nobody waits for this transaction.
    await inFarmTransaction(db, farmId, async (tx) => {
      const names = await listUnusedPictures(tx, farmId, moment);
      await abandonPictures(tx, farmId, now(), names);
      await forgetPictures(tx, farmId, names);
    });
  }
  await removeAbandonedPictures({ db, pictures });
  await pictures.removeUnfinished(dayAgo);
}

/** Those of deleted farms too. A file that is gone already is no fault: a round that was cut off is gone through again. */
async function removeAbandonedPictures({ db, pictures }: Pick<Deps, 'db' | 'pictures'>): Promise<void> {
  for (const name of await listAbandonedPictures(db)) {
    await removePicture(pictures, name);
    await forgetAbandonedPicture(db, name);
  }
}

async function removePicture(pictures: Deps['pictures'], name: string): Promise<void> {
  await pictures.remove(name);
  for (const version of smallerVersions) await pictures.remove(smallerName(name, version));
}
