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

/** What of a farm is there although there is no database; undefined: there is one, or nothing at all. */
export async function findLostDatabase(config: Where): Promise<readonly string[] | undefined> {
  if (!(await isNew(config))) return undefined;
  const traces = [...(await tracesInFolder(config)), ...(await tracesElsewhere(config))];
  return traces.length === 0 ? undefined : traces;
}

/**
 * An installation that has lost its database (a disk that is not mounted, a copy that failed, a wrong DATABASE_URL) does not begin anew
 * by itself: it would offer itself to whoever comes first, and look like an installation without a farm.
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

/** Nothing is opened that is not there: opening would make an empty one. */
async function isNew({ databaseUrl, dataDir }: Where): Promise<boolean> {
  if (databaseUrl === undefined && !(await sizeOf(databaseFile(dataDir)))) return true;
  const { db } = openDatabase({ databaseUrl, dataDir });
  try {
    // One that is damaged, away or no database at all is not a new one: whoever opens it next says what is wrong with it.
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
  // The engine makes the database before its log: a log alone is what is left of one.
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

/** Where the data folder itself is gone, its backups and pictures may be in another place. */
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
