import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openBackups } from '#server/backups/backup-storage.ts';
import { manifestsPrefix } from '#server/backups/manifest.ts';
import type { Config } from '#server/config.ts';
import { databaseFile, openDatabase } from '#server/db/engines/connect.ts';
import { listTakenSteps } from '#server/db/engines/migrate.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { openFolder } from '#server/storage/folder-store.ts';
import { openPictures } from '#server/storage/open-store.ts';
import { OperatorError } from '#server/operator.ts';

type Locations = Pick<Config, 'dataDir' | 'databaseUrl' | 'backupDir' | 's3'>;

/** The remains of an installation whose database is missing; undefined if there is a database, or if the folder is empty. */
export async function findLostDatabase(config: Locations): Promise<readonly string[] | undefined> {
  if (!(await hasNoTables(config))) return undefined;
  const remains = [...(await filledStores(config)), ...(await remainsInFolder(config))];
  return remains.length === 0 ? undefined : remains;
}

/**
 * Refuses to start if an installation has lost its database (a disk that is not mounted, a failed copy, a wrong DATABASE_URL): the first
 * visitor would become the administrator of a new one.
 */
export async function ensureDatabaseIsThere(config: Locations): Promise<void> {
  const remains = await findLostDatabase(config);
  if (remains) throw new OperatorError(`${describeLoss(config, remains)}\n${recoveryAdvice(config)}`);
}

export const describeLoss = ({ databaseUrl, dataDir }: Locations, remains: readonly string[]): string =>
  `${databaseUrl === undefined ? `There is no database in ${dataDir}` : 'The PostgreSQL of DATABASE_URL is empty'}, but an installation has been here: ${remains.join(', ')}.`;

export const recoveryAdvice = ({ databaseUrl }: Locations): string =>
  databaseUrl === undefined
    ? 'Is the right disk mounted, and DATA_DIR right? If so, bring the newest backup back: npm run restore -- newest --replace\nOnly to begin anew, without the farms that were here: npm run migrate -- --begin-anew'
    : 'Is DATABASE_URL right? If so, bring the database back with pg_restore (docs/operating.md).\nOnly to begin anew, without the farms that were here: npm run migrate -- --begin-anew';

/** Checked before opening, because opening creates an empty file. */
async function hasNoTables({ databaseUrl, dataDir }: Locations): Promise<boolean> {
  if (databaseUrl === undefined && !(await sizeOf(databaseFile(dataDir)))) return true;
  const { db } = openDatabase({ databaseUrl, dataDir });
  try {
    // A damaged or unreachable database is not a new one; opening it later reports what is wrong.
    return (await listTakenSteps(db).catch(() => ['unreadable'])).length === 0;
  } finally {
    await db.destroy();
  }
}

/** Backups and pictures may be elsewhere when the data folder itself is gone. */
async function filledStores({ dataDir, databaseUrl, backupDir, s3 }: Locations): Promise<string[]> {
  const inFolder = (what: string, name: string) => [`${what} (${join(dataDir, name)})`, openFolder(join(dataDir, name))] as const;
  const stores: (readonly [what: string, store: FileStore, prefix?: string])[] = [
    inFolder('pictures', 'uploads'),
    inFolder('mails', 'mail'),
    inFolder('backups', 'backups'),
  ];
  if (databaseUrl === undefined && (backupDir !== undefined || s3))
    stores.push([
      `backups (${backupDir ?? `the bucket ${s3?.bucket}`})`,
      openBackups({ dataDir, backupDir, s3 }),
      manifestsPrefix,
    ]);
  if (s3) stores.push([`pictures (the bucket ${s3.bucket})`, openPictures({ dataDir, s3 })]);
  const filled: string[] = [];
  for (const [what, store, prefix] of stores) {
    for await (const _ of store.list(prefix)) {
      filled.push(what);
      break;
    }
  }
  return filled;
}

async function remainsInFolder({ databaseUrl, dataDir }: Locations): Promise<string[]> {
  const names: readonly string[] = await readdir(dataDir).catch(() => []);
  const remains = names.filter((name) => name.startsWith('before-restore-')).map((name) => join(dataDir, name));
  const file = databaseFile(dataDir);
  if (databaseUrl !== undefined && (await sizeOf(file))) remains.push(`an embedded database (${file})`);
  // SQLite creates the database before its log, so a log alone is a remainder.
  if ((await sizeOf(file)) === undefined && (await sizeOf(`${file}-wal`))) remains.push(`${file}-wal`);
  return remains;
}

const sizeOf = async (path: string): Promise<number | undefined> => (await stat(path).catch(() => undefined))?.size;
