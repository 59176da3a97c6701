import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openBackups } from '#server/backups/backup-place.ts';
import { listBackups } from '#server/backups/backup-list.ts';
import type { Config } from '#server/config.ts';
import { databaseFile, openDatabase } from '#server/db/connect.ts';
import { listTakenSteps } from '#server/db/migrate.ts';
import { openPictures } from '#server/storage/open-store.ts';
import { OperatorError } from '#server/operator.ts';

type Where = Pick<Config, 'dataDir' | 'databaseUrl' | 'backupDir' | 's3'>;

/** What exists of a farm although its database is missing; undefined: a database exists, or nothing at all. */
export async function findLostDatabase(config: Where): Promise<readonly string[] | undefined> {
  if (!(await isNew(config))) return undefined;
  const traces = [...(await tracesInFolder(config)), ...(await tracesElsewhere(config))];
  return traces.length === 0 ? undefined : traces;
}

/**
 * Refuses to start a new installation where one has lost its database (a disk that is not mounted, a failed copy, a wrong DATABASE_URL):
 * the first visitor would become its administrator.
 */
export async function ensureDatabaseIsThere(config: Where): Promise<void> {
  const traces = await findLostDatabase(config);
  if (traces) throw new OperatorError(`${lostDatabase(config, traces)}\n${wayBack(config)}`);
}

export const lostDatabase = ({ databaseUrl, dataDir }: Where, traces: readonly string[]): string =>
  `${databaseUrl === undefined ? `There is no database in ${dataDir}` : 'The PostgreSQL of DATABASE_URL is empty'}, but an installation has been here: ${traces.join(', ')}.`;

export const wayBack = ({ databaseUrl }: Where): string =>
  databaseUrl === undefined
    ? 'Is the right disk mounted, and DATA_DIR right? If so, bring the newest backup back: npm run restore -- newest --replace\nOnly to begin anew, without the farms that were here: npm run migrate -- --begin-anew'
    : 'Is DATABASE_URL right? If so, bring the database back with pg_restore (docs/operating.md).\nOnly to begin anew, without the farms that were here: npm run migrate -- --begin-anew';

/** Checks before opening, because opening creates an empty file. */
async function isNew({ databaseUrl, dataDir }: Where): Promise<boolean> {
  if (databaseUrl === undefined && !(await sizeOf(databaseFile(dataDir)))) return true;
  const { db } = openDatabase({ databaseUrl, dataDir });
  try {
    // A damaged or unreachable database is not a new one; opening it later reports what is wrong.
    return (await listTakenSteps(db).catch(() => ['unreadable'])).length === 0;
  } finally {
    await db.destroy();
  }
}

const words: Readonly<Record<string, string>> = { uploads: 'pictures', mail: 'mails', backups: 'backups' };

async function tracesInFolder({ databaseUrl, dataDir }: Where): Promise<string[]> {
  const traces: string[] = [];
  const names: readonly string[] = await readdir(dataDir).catch(() => []);
  for (const [folder, what] of Object.entries(words)) {
    if (names.includes(folder) && (await hasFile(join(dataDir, folder)))) traces.push(`${what} (${join(dataDir, folder)})`);
  }
  if (databaseUrl !== undefined && (await sizeOf(databaseFile(dataDir)))) {
    traces.push(`an embedded database (${databaseFile(dataDir)})`);
  }
  // SQLite creates the database before its log, so that a log alone is a remainder.
  const log = `${databaseFile(dataDir)}-wal`;
  if ((await sizeOf(databaseFile(dataDir))) === undefined && (await sizeOf(log))) traces.push(log);
  const aside = names.filter((name) => name.startsWith('before-restore-'));
  return [...traces, ...aside.map((name) => join(dataDir, name))];
}

const sizeOf = async (path: string): Promise<number | undefined> => (await stat(path).catch(() => undefined))?.size;

async function hasFile(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.some((entry) => entry.isFile());
}

/** Backups and pictures may be elsewhere when the data folder itself is gone. */
async function tracesElsewhere({ databaseUrl, dataDir, backupDir, s3 }: Where): Promise<string[]> {
  const traces: string[] = [];
  if (
    databaseUrl === undefined &&
    (backupDir !== undefined || s3) &&
    (await listBackups(openBackups({ dataDir, backupDir, s3 }))).length > 0
  ) {
    traces.push(`backups (${backupDir ?? `the bucket ${s3?.bucket}`})`);
  }
  if (s3) {
    for await (const _ of openPictures({ dataDir, s3 }).list()) {
      traces.push(`pictures (the bucket ${s3.bucket})`);
      break;
    }
  }
  return traces;
}
