import { existsSync } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBackupId, toBackupId, type BackupId } from '#domain/backups.ts';
import { databaseFile, databaseFileName, openDatabase } from '#server/db/engines/connect.ts';
import { lockDataFolder } from '#server/db/engines/data-folder.ts';
import { isSqliteBusy } from '#server/db/engines/sqlite-errors.ts';
import { recordRestore } from '#server/db/restores.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { describeForeign, migrate, newestStep, steps, type Steps } from '#server/db/engines/migrate.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { openPictures } from '#server/storage/open-store.ts';
import { OperatorError } from '#server/operator.ts';
import { openBackups, type BackupContext } from './backup-storage.ts';
import { listBackups, newestOf, picturesPrefix, readManifest, type Manifest } from './manifest.ts';
import { unpackBackup, uploads } from './unpack-backup.ts';

export interface RestoreOptions {
  readonly backup: string;
  readonly dataDir: string;
  readonly mayReplace: boolean;
  readonly known?: Steps;
}

export interface RestoreResult {
  readonly manifest: Manifest;
  readonly asideDir: string | null;
  /** Owners of farms that were deleted after the backup and are back. */
  readonly returned: readonly string[];
}

/**
 * Restores a data folder. Everything is fetched, verified, opened and migrated beside the existing data before it takes its place, so an
 * incomplete backup changes nothing.
 */
export async function restore(
  context: BackupContext,
  { backup, dataDir, mayReplace, known = steps }: RestoreOptions,
): Promise<RestoreResult> {
  const { config, now, store = openBackups(config) } = context;
  const manifest = await chooseBackup(store, backup, now());
  rejectUnknownSchema(manifest, known);
  using locks = new DisposableStack();
  locks.use(lockDataFolder(dataDir, 0));
  if (existsSync(databaseFile(dataDir)) && !mayReplace) {
    throw new OperatorError(
      `There is a database in ${dataDir} already. Add --replace to put the backup in its place; what is there is moved aside, not deleted.`,
    );
  }
  const deletedFarms = await readDeletedFarms(databaseFile(dataDir));
  const draft = join(dataDir, '.restoring');
  await rm(draft, { recursive: true, force: true });
  try {
    await unpackBackup(store, manifest, draft);
    await bringDraftUpToDate(draft, known, now());
    if (config.s3) await restorePicturesToBucket(openPictures(config), manifest, join(draft, uploads));
    // The server's lock does not keep out commands, whose writes would go to the database that is set aside.
    locks.use(await lockDatabase(databaseFile(dataDir)));
    const asideDir = await replaceData(draft, dataDir, `before-restore-${toBackupId(now())}`);
    return { manifest, asideDir, returned: readOwners(databaseFile(dataDir), deletedFarms) };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** None if the database cannot be read. */
async function readDeletedFarms(file: string): Promise<readonly string[]> {
  if (!(await isDatabase(file))) return [];
  try {
    using db = new DatabaseSync(file, { readOnly: true });
    return db
      .prepare('select id from deleted_farms')
      .all()
      .map(({ id }) => String(id));
  } catch {
    return [];
  }
}

function readOwners(file: string, farmIds: readonly string[]): string[] {
  using db = new DatabaseSync(file);
  const find = db.prepare(
    "select username from memberships join users on users.id = user_id where memberships.farm_id = ? and role = 'owner'",
  );
  return farmIds.flatMap((id) => find.all(id).map(({ username }) => String(username)));
}

async function chooseBackup(store: FileStore, name: string, now: Date): Promise<Manifest> {
  const id: BackupId | undefined = name === 'newest' ? newestOf(await listBackups(store), now) : name;
  const manifest = id !== undefined && isBackupId(id) ? await readManifest(store, id) : undefined;
  if (!manifest) throw new OperatorError(`There is no backup '${name}'. See which there are: npm run backup -- list`);
  return manifest;
}

function rejectUnknownSchema({ schema }: Manifest, known: Steps): void {
  if (schema in known) return;
  const { reason } = describeForeign(schema, newestStep(Object.keys(known)));
  throw new OperatorError(`This backup cannot be restored by this program: ${reason}. Restore it with the program that made it.`);
}

async function bringDraftUpToDate(draft: string, known: Steps, now: Date): Promise<void> {
  const { db, engine } = openDatabase({ databaseUrl: undefined, dataDir: draft });
  try {
    await migrate(db, engine, known);
    await inTransaction(db, (tx) => recordRestore(tx, now));
  } finally {
    await db.destroy();
  }
  await rejectForeignSchema(draft, known);
  await sync(databaseFile(draft));
  await sync(join(draft, uploads));
}

/**
 * A database with other tables or with triggers was not made by this program, whatever it says. An operator may have added an index, and
 * libraries may name their own tables anew.
 */
async function rejectForeignSchema(draft: string, known: Steps): Promise<void> {
  const empty = join(draft, 'empty');
  const { db, engine } = openDatabase({ databaseUrl: undefined, dataDir: empty });
  try {
    await migrate(db, engine, known);
  } finally {
    await db.destroy();
  }
  if (readSchema(draft) !== readSchema(empty)) {
    throw new OperatorError('This backup cannot be restored: its database is not one that this program has made.');
  }
}

function readSchema(folder: string): string {
  using db = new DatabaseSync(databaseFile(folder), { readOnly: true });
  const made = db.prepare(
    `select type, name, sql from sqlite_schema
      where type <> 'index'
        and not (type = 'table' and (name glob 'sqlite_*' or name glob 'kysely_*' or name glob 'listing_words_*'))
      order by 1, 2`,
  );
  return JSON.stringify(made.all());
}

/** With S3 the server reads pictures from the bucket: deleted ones are stored there again, others stay. */
async function restorePicturesToBucket(pictures: FileStore, manifest: Manifest, folder: string): Promise<void> {
  for (const part of manifest.pictures) {
    const name = part.name.slice(picturesPrefix.length);
    if (!(await pictures.has(name))) await pictures.putFile(name, join(folder, name));
  }
}

/** With its log written into it, so that the file alone is the whole database. A damaged one cannot be locked, nor used by others. */
async function lockDatabase(file: string): Promise<Disposable | undefined> {
  if (!(await isDatabase(file))) return undefined;
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    db.exec('pragma journal_mode = delete; begin exclusive');
    return db;
  } catch (error) {
    db.close();
    if (!isSqliteBusy(error)) return undefined;
    throw new OperatorError('Another program is using the database. Try again when it has finished.');
  }
}

/** Asked before opening: SQLite deletes the log of an empty or foreign file, and the operator may still need both. */
async function isDatabase(path: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  await using file = await open(path);
  const { buffer } = await file.read({ buffer: Buffer.alloc(16) });
  return buffer.toString('latin1') === 'SQLite format 3\0';
}

/** The new database takes the place of the old one in one step, the last, so that a restore that is cut off leaves the old one. */
async function replaceData(draft: string, dataDir: string, asideName: string): Promise<string | null> {
  const present = (await readdir(dataDir)).filter(
    (name) => name === uploads || name === 'heartbeat' || name.startsWith(databaseFileName),
  );
  const aside = join(dataDir, asideName);
  if (present.length > 0) await mkdir(aside, { mode: 0o700 });
  for (const name of present) await (name === databaseFileName ? link : rename)(join(dataDir, name), join(aside, name));
  await rename(join(draft, uploads), join(dataDir, uploads));
  await rename(databaseFile(draft), databaseFile(dataDir));
  await sync(dataDir);
  return present.length > 0 ? aside : null;
}

async function sync(path: string): Promise<void> {
  await using file = await open(path);
  await file.sync();
}
