import { mkdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { databaseFile } from '#server/db/engines/connect.ts';
import { OperatorError } from '#server/operator.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { inspectDatabase } from './inspect-database.ts';
import { picturesPrefix, type Manifest, type StoredPart } from './manifest.ts';
import { isSame, TooLongError, unpackFile, writeStream } from './packing.ts';

export const uploads = 'uploads';

interface UnpackOptions {
  readonly pictures?: readonly StoredPart[];
  /** The bytes of the disk that a running server needs. */
  readonly reserve?: number;
}

/** Writes the database and the given pictures of a backup into a folder. Throws a sentence about the first part that is not as it was backed up. */
export async function unpackBackup(
  store: FileStore,
  manifest: Manifest,
  folder: string,
  { pictures = manifest.pictures, reserve = 0 }: UnpackOptions = {},
): Promise<void> {
  await mkdir(join(folder, uploads), { recursive: true, mode: 0o700 });
  await unpackDatabase(store, manifest, databaseFile(folder), reserve);
  for (const picture of pictures) await unpackPicture(store, picture, join(folder, uploads));
}

async function unpackDatabase(
  store: FileStore,
  { database, schema, rows: expected }: Manifest,
  file: string,
  reserve: number,
): Promise<void> {
  const stored = await store.get(database.name);
  if (!stored) throw damaged('its database is not there');
  const { bavail, bsize } = await statfs(dirname(file));
  const limits = { packed: database.bytes, unpacked: bavail * bsize - reserve };
  const found = await unpackFile(stored.content, file, limits).catch((error: unknown) => {
    if ((error as { code?: string }).code === 'ENOSPC') throw error;
    if (error instanceof TooLongError && stored.bytes <= database.bytes) throw new OperatorError(noRoom);
    throw damaged('its database cannot be unpacked');
  });
  if (!isSame(found, database)) throw damaged('its database is not what was backed up');
  const { errors, rows, schema: foundSchema } = await inspectDatabase({ file, checksIntegrity: true });
  if (errors.length > 0) throw damaged(`its database is not sound (${errors[0]})`);
  if (schema !== foundSchema) throw damaged('its database is of another step than it says');
  const wrong = Object.keys({ ...rows, ...expected }).find((table) => rows[table] !== expected[table]);
  if (wrong !== undefined) throw damaged(`the table ${wrong} has ${rows[wrong] ?? 0} rows instead of ${expected[wrong] ?? 0}`);
}

async function unpackPicture(store: FileStore, part: StoredPart, folder: string): Promise<void> {
  const name = part.name.slice(picturesPrefix.length);
  const stored = await store.get(part.name);
  if (!stored) throw damaged(`the picture ${name} is not there`);
  const found = await writeStream(stored.content, join(folder, name), part.bytes).catch((error: unknown) => {
    throw error instanceof TooLongError ? damaged(`the picture ${name} is not what was backed up`) : error;
  });
  if (!isSame(found, part)) throw damaged(`the picture ${name} is not what was backed up`);
}

const noRoom =
  'Unpacked, the database of this backup is larger than the disk has room for. Make room, or restore it to another disk.';

const damaged = (why: string): OperatorError =>
  new OperatorError(`This backup is damaged: ${why}. Choose another: npm run backup -- list`);
