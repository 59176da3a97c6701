import { existsSync } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBackupId, type BackupId } from '#domain/backups.ts';
import type { Config } from '#server/config.ts';
import { openDatabase } from '#server/db/connect.ts';
import { lockDataFolder } from '#server/db/data-folder.ts';
import { recordRestore } from '#server/db/restores.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { migrate, steps } from '#server/db/migrate.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { openPictures } from '#server/storage/open-store.ts';
import { OperatorError } from '#server/operator.ts';
import { openBackups } from './backup-place.ts';
import { inspectDatabase } from './inspect-database.ts';
import { listBackups, newestOf, readManifest } from './backup-list.ts';
import { picturesPrefix, type Manifest, type StoredPart } from './manifest.ts';
import { isSame, keepStream, unpackFile } from './packing.ts';

export interface RestoreOrder {
  /** A backup's name, or 'newest'. */
  readonly backup: string;
  readonly dataDir: string;
  /** Whether an existing database may be moved aside. */
  readonly mayReplace: boolean;
  /** False for a folder that is to hold a copy of the installation. */
  readonly isOwnFolder?: boolean;
}

export interface Restored {
  readonly manifest: Manifest;
  /** Where the previous data is now; null: there was none. */
  readonly asideDir: string | null;
  /** True: the copy sends no mail and takes no payment until the operator resumes it, because the original may still run. */
  readonly isPaused: boolean;
  /** Users who were deleted after the backup and exist again. */
  readonly returned: readonly string[];
}

interface Needs {
  readonly config: Pick<Config, 'dataDir' | 'backupDir' | 's3'>;
  readonly now: () => Date;
  readonly store?: FileStore;
}

const database = 'bellwether.db';
const uploads = 'uploads';

/**
 * Restores a data folder. Everything is fetched, verified by checksums, opened and migrated beside the existing data, and only then takes
 * its place. An incomplete backup changes nothing.
 */
export async function restore(
  needs: Needs,
  { backup, dataDir, mayReplace, isOwnFolder = resolve(dataDir) === resolve(needs.config.dataDir) }: RestoreOrder,
): Promise<Restored> {
  const { config, now, store = openBackups(config) } = needs;
  const manifest = await chooseBackup(store, backup, now());
  refuseStrangeSchema(manifest);
  using folder = new DisposableStack();
  folder.use(lockDataFolder(dataDir, 0));
  const isThere = existsSync(join(dataDir, database));
  if (isThere && !mayReplace) {
    throw new OperatorError(
      `There is a database in ${dataDir} already. Add --replace to put the backup in its place; what is there is moved aside, not deleted.`,
    );
  }
  const before = await lookBack(join(dataDir, database));
  // In a folder without signs of the installation it may be a copy beside the original.
  const isPaused = before.isPaused || !isOwnFolder || !(isThere || (await hasLivedHere(dataDir)));
  const draft = join(dataDir, '.restoring');
  await rm(draft, { recursive: true, force: true });
  try {
    await fetchBackup(store, manifest, draft);
    await recordInDraft(draft, { backupId: manifest.id, isPaused, now: now() });
    if (config.s3) await returnPictures(openPictures(config), manifest, join(draft, uploads));
    // Holds the folder's lock, so that no server opens what is about to be moved.
    using held = isThere ? await holdDatabase(join(dataDir, database)) : undefined;
    const asideDir = await takePlace(draft, dataDir, `before-restore-${now().toISOString().replaceAll(/[:.]/g, '-')}`, held);
    return { manifest, asideDir, isPaused, returned: namesOf(join(dataDir, database), before.deletedFarms) };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function recordInDraft(draft: string, restored: Parameters<typeof recordRestore>[1]): Promise<void> {
  const { db } = openDatabase({ databaseUrl: undefined, dataDir: draft });
  try {
    await inTransaction(db, (tx) => recordRestore(tx, restored));
  } finally {
    await db.destroy();
  }
  await sync(join(draft, database));
}

/** Reads what the replaced database knows; a missing or damaged one yields nothing. */
async function lookBack(file: string): Promise<{ isPaused: boolean; deletedFarms: readonly string[] }> {
  const unknown = { isPaused: false, deletedFarms: [] };
  if (!existsSync(file) || !(await hasDatabaseHead(file))) return unknown;
  try {
    using db = new DatabaseSync(file, { readOnly: true });
    const last = db.prepare('select is_paused from restores order by id desc limit 1').get();
    const deleted = db.prepare('select id from deleted_farms').all();
    return { isPaused: last?.['is_paused'] === 1, deletedFarms: deleted.map(({ id }) => String(id)) };
  } catch {
    return unknown;
  }
}

function namesOf(file: string, farmIds: readonly string[]): string[] {
  using db = new DatabaseSync(file);
  const find = db.prepare('select username from users where farm_id = ?');
  return farmIds.flatMap((id) => find.all(id).map(({ username }) => String(username)));
}

const hasLivedHere = async (dataDir: string): Promise<boolean> =>
  (await readdir(dataDir).catch(() => [])).some((name) => traces.has(name) || name.startsWith('before-restore-'));

const traces = new Set([uploads, 'mail', 'reserve', 'heartbeat']);

async function chooseBackup(store: FileStore, name: string, now: Date): Promise<Manifest> {
  const id: BackupId | undefined = name === 'newest' ? newestOf(await listBackups(store), now) : name;
  const manifest = id !== undefined && isBackupId(id) ? await readManifest(store, id) : undefined;
  if (!manifest) throw new OperatorError(`There is no backup '${name}'. See which there are: npm run backup -- list`);
  return manifest;
}

function refuseStrangeSchema({ schema, product }: Manifest): void {
  const known = Object.keys(steps);
  if (known.includes(schema)) return;
  throw new OperatorError(
    schema > (known.at(-1) ?? '')
      ? `This backup was made by version ${product.version}, whose database (${schema}) is newer than this program knows (${known.at(-1)}). Use that version to restore it.`
      : `The database of this backup (${schema || 'without a version'}) is not one that this program has ever made.`,
  );
}

/** Builds the complete, migrated data folder in `draft`. */
async function fetchBackup(store: FileStore, manifest: Manifest, draft: string): Promise<void> {
  await mkdir(join(draft, uploads), { recursive: true, mode: 0o700 });
  const file = join(draft, database);
  const stored = await store.get(manifest.database.name);
  if (!stored) throw damaged('its database is not there');
  const found = await unpackFile(stored.content, file).catch((error: unknown) => {
    if ((error as { code?: string }).code === 'ENOSPC') throw error;
    throw damaged('its database cannot be unpacked');
  });
  if (!isSame(found.packed, manifest.database) || !isSame(found.unpacked, manifest.database.unpacked)) {
    throw damaged('its database is not what was backed up');
  }
  const { faults } = await inspectDatabase({ file, isThorough: true });
  if (faults.length > 0) throw damaged(`its database is not sound (${faults[0]})`);
  for (const picture of manifest.pictures) await fetchPicture(store, picture, join(draft, uploads));
  const { db, engine } = openDatabase({ databaseUrl: undefined, dataDir: draft });
  try {
    await migrate(db, engine);
  } finally {
    await db.destroy();
  }
  await sync(file);
  await sync(join(draft, uploads));
}

async function fetchPicture(store: FileStore, part: StoredPart, folder: string): Promise<void> {
  const name = part.name.slice(picturesPrefix.length);
  // The manifest is untrusted input: no name in it may lead out of the folder.
  if (!/^[\w-]+\.webp$/.test(name)) throw damaged(`it names a picture ${JSON.stringify(part.name)}`);
  const stored = await store.get(part.name);
  if (!stored) throw damaged(`the picture ${name} is not there`);
  const found = await keepStream(stored.content, join(folder, name));
  if (!isSame(found, part)) throw damaged(`the picture ${name} is not what was backed up`);
}

/** With pictures in a bucket, the server reads them there: deleted ones are stored again, others stay. */
async function returnPictures(pictures: FileStore, manifest: Manifest, folder: string): Promise<void> {
  for (const part of manifest.pictures) {
    const name = part.name.slice(picturesPrefix.length);
    if (!(await pictures.has(name))) await pictures.putFile(name, join(folder, name));
  }
}

const damaged = (why: string): OperatorError =>
  new OperatorError(`This backup is damaged: ${why}. Nothing was changed. Choose another: npm run backup -- list`);

interface HeldDatabase extends Disposable {
  /** A damaged database cannot be locked, but no server can have it open either. */
  readonly isSound: boolean;
}

/** Checkpoints the write-ahead log and locks the database. Throws while a server has it open. */
async function holdDatabase(file: string): Promise<HeldDatabase> {
  const broken = { isSound: false, [Symbol.dispose]: () => {} };
  // SQLite would delete the log of a file that is no database; the operator may still need both.
  if (!(await hasDatabaseHead(file))) return broken;
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    db.exec('pragma journal_mode = delete; begin exclusive');
    return { isSound: true, [Symbol.dispose]: () => db.close() };
  } catch (error) {
    db.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) {
      throw new OperatorError('A server is using this data folder. Stop it, then restore.');
    }
    return broken;
  }
}

async function hasDatabaseHead(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer } = await file.read({ buffer: Buffer.alloc(16) });
  return buffer.toString('latin1') === 'SQLite format 3\0';
}

const sqliteBusy = 5;

/** The database is renamed last: until then a server that is started finds the old one. */
async function takePlace(
  draft: string,
  dataDir: string,
  asideName: string,
  held: HeldDatabase | undefined,
): Promise<string | null> {
  const present = (await readdir(dataDir)).filter(
    (name) => name === uploads || name === 'heartbeat' || name.startsWith(database),
  );
  const aside = join(dataDir, asideName);
  if (present.length > 0) await mkdir(aside, { mode: 0o700 });
  for (const name of present) {
    const isSoundDatabase = name === database && held?.isSound;
    await (isSoundDatabase ? link : rename)(join(dataDir, name), join(aside, name));
  }
  await rename(join(draft, uploads), join(dataDir, uploads));
  await rename(join(draft, database), join(dataDir, database));
  await sync(dataDir);
  return present.length > 0 ? aside : null;
}

/** Flushes a file's content, or a folder's entries. */
async function sync(path: string): Promise<void> {
  await using file = await open(path);
  await file.sync();
}
