import { existsSync } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBackupId, type BackupId } from '#domain/backups.ts';
import type { Config } from '#server/config.ts';
import { openDatabase } from '#server/db/connect.ts';
import { holdDataFolder } from '#server/db/data-folder.ts';
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
  /** The data folder that it becomes. */
  readonly dataDir: string;
  /** Whether a database that is there may be moved aside. */
  readonly mayReplace: boolean;
  /** Whether the folder is the installation's own, and not one for a copy of it. */
  readonly isOwnFolder?: boolean;
}

export interface Restored {
  readonly manifest: Manifest;
  /** Where what was there before is now; null where there was nothing. */
  readonly asideDir: string | null;
  /** It does nothing outside until the operator says so: it may lie beside the installation that it was taken from. */
  readonly isPaused: boolean;
  /** Who was deleted after the backup, and is back. */
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
 * Makes a data folder what it was. Everything is fetched, compared with its checksums, opened and brought up to date beside what is
 * there; only then it takes its place. A backup that is not whole changes nothing.
 */
export async function restore(
  needs: Needs,
  { backup, dataDir, mayReplace, isOwnFolder = resolve(dataDir) === resolve(needs.config.dataDir) }: RestoreOrder,
): Promise<Restored> {
  const { config, now, store = openBackups(config) } = needs;
  const manifest = await chooseBackup(store, backup, now());
  refuseStrangeSchema(manifest);
  using folder = new DisposableStack();
  folder.use(holdDataFolder(dataDir, 0));
  const isThere = existsSync(join(dataDir, database));
  if (isThere && !mayReplace) {
    throw new OperatorError(
      `There is a database in ${dataDir} already. Add --replace to put the backup in its place; what is there is moved aside, not deleted.`,
    );
  }
  const before = await lookBack(join(dataDir, database));
  // In a folder where nothing shows that the installation has lived there, it may be a copy beside it.
  const isPaused = before.isPaused || !isOwnFolder || !(isThere || (await hasLivedHere(dataDir)));
  const draft = join(dataDir, '.restoring');
  await rm(draft, { recursive: true, force: true });
  try {
    await fetchBackup(store, manifest, draft);
    await recordInDraft(draft, { backupId: manifest.id, isPaused, now: now() });
    if (config.s3) await returnPictures(openPictures(config), manifest, join(draft, uploads));
    // In the folder's own lock, so that no server can open what is about to be moved.
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

/** What the database that is replaced says of itself; one that is missing or damaged says nothing. */
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

/** All of it in `draft`, as a data folder that is up to date. */
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
  // The manifest is a file like any other: nothing in it may lead out of the folder.
  if (!/^[\w-]+\.webp$/.test(name)) throw damaged(`it names a picture ${JSON.stringify(part.name)}`);
  const stored = await store.get(part.name);
  if (!stored) throw damaged(`the picture ${name} is not there`);
  const found = await keepStream(stored.content, join(folder, name));
  if (!isSame(found, part)) throw damaged(`the picture ${name} is not what was backed up`);
}

/** Where pictures are in a bucket, the server looks for them there: what was cleared away since comes back. Others are not touched. */
async function returnPictures(pictures: FileStore, manifest: Manifest, folder: string): Promise<void> {
  for (const part of manifest.pictures) {
    const name = part.name.slice(picturesPrefix.length);
    if (!(await pictures.has(name))) await pictures.putFile(name, join(folder, name));
  }
}

const damaged = (why: string): OperatorError =>
  new OperatorError(`This backup is damaged: ${why}. Nothing was changed. Choose another: npm run backup -- list`);

interface HeldDatabase extends Disposable {
  /** A database that is damaged cannot be held, but it is nobody's either. */
  readonly isSound: boolean;
}

/** Brings the write-ahead log into the file and lets nobody else in. A server that has it open is not to be harmed. */
async function holdDatabase(file: string): Promise<HeldDatabase> {
  const broken = { isSound: false, [Symbol.dispose]: () => {} };
  // The engine would clear away the log of what is no database; somebody may still want to look at both.
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

/** The database last, by one rename: until then a server that is started finds the old one. */
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

/** Of a file its content, of a folder the names in it. */
async function sync(path: string): Promise<void> {
  await using file = await open(path);
  await file.sync();
}
