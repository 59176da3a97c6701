import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { toBackupId, backupsToRetain, type BackupId } from '#domain/backups.ts';
import { smallerName, smallerVersions } from '#domain/values/pictures.ts';
import { databaseFile } from '#server/db/engines/connect.ts';
import { copyDatabase } from '#server/db/engines/copy-database.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { OperatorError } from '#server/operator.ts';
import { openBackups, withBackupFolder, type BackupContext } from './backup-storage.ts';
import { inspectDatabase } from './inspect-database.ts';
import {
  databaseName,
  databasesPrefix,
  listBackups,
  manifestName,
  newManifest,
  picturesPrefix,
  readManifest,
  type Manifest,
  type StoredPart,
} from './manifest.ts';
import { measure, packFile } from './packing.ts';

type PictureReader = Pick<FileStore, 'get'>;

export interface BackupSource extends BackupContext {
  readonly pictures: PictureReader;
}

const heldDatabase =
  'This database was restored: if it is a copy, a backup of it would be taken for the newest of the installation. If it is the installation: npm run restore -- resume';

/** Kept free on the disk, so that a backup or its check never takes the space that the farms' writes need. */
export const reserveBytes = 100 * 1024 * 1024;

/**
 * Copies the database and every picture it refers to, with everything acknowledged before the start, then deletes backups that need not be
 * retained. An interrupted run leaves no manifest and so no backup.
 */
export async function makeBackup(source: BackupSource, signal?: AbortSignal): Promise<Manifest> {
  const { config, now, pictures, store = openBackups(config) } = source;
  return withBackupFolder(config, async (folder) => {
    await ensureFreeSpace(config.dataDir, folder);
    const id = toBackupId(now());
    // A clock that was set back can repeat a millisecond.
    if (await store.has(manifestName(id))) throw new OperatorError(`There is a backup ${id} already. Try again.`);
    const [copy, packed] = [join(folder, 'copy'), join(folder, 'packed')];
    await copyDatabase(databaseFile(config.dataDir), copy);
    signal?.throwIfAborted();
    const { schema, rows, pictureNames, referencedPictures, isHeld } = await inspectDatabase({
      file: copy,
      checksIntegrity: false,
    });
    if (isHeld) throw new OperatorError(heldDatabase);
    if ((rows['farms'] ?? 0) === 0) await ensureFarmsNotLost(store);
    const database = { name: databaseName(id), ...(await packFile(copy, packed)) };
    signal?.throwIfAborted();
    await store.putFile(database.name, packed);
    const { stored, absent } = await storePictures(pictures, store, pictureNames, signal);
    // A picture that nothing refers to may be in upload, or was deleted meanwhile.
    const missing = absent.filter((name) => referencedPictures.has(name));
    const manifest = newManifest({ id, schema, database, rows, pictures: stored, missingPictures: missing });
    // Written last: a backup exists once it has a manifest.
    await store.put(manifestName(id), Buffer.from(JSON.stringify(manifest)));
    await purgeOldBackups(store);
    return manifest;
  });
}

/** Backups of a database that lost its farms must not replace those that have them. */
async function ensureFarmsNotLost(store: FileStore): Promise<void> {
  for (const id of await listBackups(store)) {
    const farms = (await readManifest(store, id).catch(() => undefined))?.rows['farms'];
    if (farms === 0) return;
    if (farms === undefined) continue;
    throw new OperatorError(
      `No backup was made: the database has no farm, but the backup ${id} has ${farms}. Bring it back: npm run restore -- ${id} --replace. If the farms are gone on purpose, move the backups to another place.`,
    );
  }
}

async function ensureFreeSpace(dataDir: string, folder: string): Promise<void> {
  const file = await stat(databaseFile(dataDir)).catch(() => undefined);
  if (!file) throw new OperatorError('There is no database in DATA_DIR yet, so there is nothing to back up.');
  // Enough for the copy and its compressed form, even if nothing can be compressed.
  const needed = 2 * file.size + reserveBytes;
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= needed) return;
  throw new OperatorError(
    `There is no room for a backup: it needs ${megabytes(needed)} MB where backups are kept, ${megabytes(free)} MB are free. Make room, or set BACKUP_DIR to another disk.`,
  );
}

const megabytes = (bytes: number): string => Math.ceil(bytes / 1024 / 1024).toLocaleString('en');

/** A picture's name is a digest of its content, so a stored one need not be stored again. */
async function storePictures(
  pictures: PictureReader,
  store: FileStore,
  names: readonly string[],
  signal: AbortSignal | undefined,
): Promise<{ stored: StoredPart[]; absent: string[] }> {
  const existing = await listStoredPictures(store);
  const stored: StoredPart[] = [];
  const absent: string[] = [];
  for (const name of names.flatMap((each) => [each, ...smallerVersions.map((version) => smallerName(each, version))])) {
    signal?.throwIfAborted();
    const part = existing.get(picturesPrefix + name) ?? (await storePicture(pictures, store, name));
    if (part) stored.push(part);
    else absent.push(name);
  }
  return { stored, absent };
}

async function storePicture(pictures: PictureReader, store: FileStore, name: string): Promise<StoredPart | undefined> {
  const picture = await pictures.get(name);
  if (!picture) return undefined;
  const bytes = await buffer(picture.content);
  await store.put(picturesPrefix + name, bytes);
  return { name: picturesPrefix + name, ...measure(bytes) };
}

/** What the newest backup recorded of the pictures that are in the store. */
async function listStoredPictures(store: FileStore): Promise<ReadonlyMap<string, StoredPart>> {
  const [newest] = await listBackups(store);
  const manifest = newest === undefined ? undefined : await readManifest(store, newest).catch(() => undefined);
  const sizes = new Map(await Array.fromAsync(store.list(picturesPrefix), ({ name, bytes }) => [name, bytes] as const));
  const intact = manifest?.pictures.filter(({ name, bytes }) => sizes.get(name) === bytes) ?? [];
  return new Map(intact.map((part) => [part.name, part]));
}

/** Manifests are deleted first, so that a partly deleted backup is none. */
async function purgeOldBackups(store: FileStore): Promise<void> {
  const ids = await listBackups(store);
  const retained = backupsToRetain(ids);
  for (const id of ids.filter((each) => !retained.has(each))) await store.remove(manifestName(id));
  const databases = await namesIn(store, databasesPrefix);
  for (const name of databases.difference(new Set([...retained].map(databaseName)))) await store.remove(name);
  await purgePictures(store, retained);
}

async function purgePictures(store: FileStore, ids: ReadonlySet<BackupId>): Promise<void> {
  let unreferenced = await namesIn(store, picturesPrefix);
  for (const id of ids) {
    if (unreferenced.size === 0) return;
    const manifest = await readManifest(store, id).catch(() => undefined);
    // An unreadable manifest may refer to any picture.
    if (!manifest) return;
    unreferenced = unreferenced.difference(new Set(manifest.pictures.map(({ name }) => name)));
  }
  for (const name of unreferenced) await store.remove(name);
}

const namesIn = async (store: FileStore, prefix: string): Promise<ReadonlySet<string>> =>
  new Set(await Array.fromAsync(store.list(prefix), ({ name }) => name));
