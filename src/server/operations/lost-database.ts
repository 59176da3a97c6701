import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openBackups } from '#server/backups/backup-storage.ts';
import { listBackups } from '#server/backups/backup-list.ts';
import type { Config } from '#server/config.ts';
import { databaseFile, openDatabase } from '#server/db/engines/connect.ts';
import { listTakenSteps } from '#server/db/engines/migrate.ts';
import { openPictures } from '#server/storage/open-store.ts';
import { OperatorError } from '#server/operator.ts';

type Locations = Pick<Config, 'dataDir' | 'databaseUrl' | 'backupDir' | 's3'>;

/** The remains of an installation whose database is missing; undefined if there is a database, or if the folder is empty. */
export async function findLostDatabase(config: Locations): Promise<readonly string[] | undefined> {
  if (!(await hasNoTables(config))) return undefined;
  const remains = [...(await remainsInFolder(config)), ...(await remainsElsewhere(config))];
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

const folderContents: Readonly<Record<string, string>> = { uploads: 'pictures', mail: 'mails', backups: 'backups' };

async function remainsInFolder({ databaseUrl, dataDir }: Locations): Promise<string[]> {
  const remains: string[] = [];
  const names: readonly string[] = await readdir(dataDir).catch(() => []);
  for (const [folder, what] of Object.entries(folderContents)) {
    if (names.includes(folder) && (await hasFile(join(dataDir, folder)))) remains.push(`${what} (${join(dataDir, folder)})`);
  }
  if (databaseUrl !== undefined && (await sizeOf(databaseFile(dataDir)))) {
    remains.push(`an embedded database (${databaseFile(dataDir)})`);
  }
  // SQLite creates the database before its log, so a log alone is a remainder.
  const log = `${databaseFile(dataDir)}-wal`;
  if ((await sizeOf(databaseFile(dataDir))) === undefined && (await sizeOf(log))) remains.push(log);
  const aside = names.filter((name) => name.startsWith('before-restore-'));
  return [...remains, ...aside.map((name) => join(dataDir, name))];
}

const sizeOf = async (path: string): Promise<number | undefined> => (await stat(path).catch(() => undefined))?.size;

async function hasFile(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.some((entry) => entry.isFile());
}

/** Backups and pictures may be elsewhere when the data folder itself is gone. */
async function remainsElsewhere({ databaseUrl, dataDir, backupDir, s3 }: Locations): Promise<string[]> {
  const remains: string[] = [];
  if (
    databaseUrl === undefined &&
    (backupDir !== undefined || s3) &&
    (await listBackups(openBackups({ dataDir, backupDir, s3 }))).length > 0
  ) {
    remains.push(`backups (${backupDir ?? `the bucket ${s3?.bucket}`})`);
  }
  if (s3) {
    for await (const _ of openPictures({ dataDir, s3 }).list()) {
      remains.push(`pictures (the bucket ${s3.bucket})`);
      break;
    }
  }
  return remains;
}
