import { mkdirSync } from 'node:fs';
import { mkdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from '#server/config.ts';
import { isSqliteBusy } from '#server/db/engines/sqlite-errors.ts';
import { openFolder } from '#server/storage/folder-store.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { openStore } from '#server/storage/open-store.ts';
import { Semaphore } from '#server/concurrency/semaphore.ts';
import { OperatorError } from '#server/operator.ts';

type Locations = Pick<Config, 'dataDir' | 'backupDir' | 's3'>;

export interface BackupContext {
  readonly config: Locations;
  readonly now: () => Date;
  /** Where the backups are, if not where `config` says. */
  readonly store?: FileStore;
}

/** BACKUP_DIR if set, else the bucket of S3_URL, else a folder beside the database. */
export const openBackups = ({ dataDir, backupDir, s3 }: Locations): FileStore =>
  backupDir === undefined ? openStore({ dataDir, s3 }, 'backups') : openFolder(backupDir);

const workFolder = ({ dataDir, backupDir }: Locations): string => backupDir ?? join(dataDir, 'backups');

/** An empty folder for `work`, deleted afterwards, also what an interrupted run left there. */
export async function withWorkFolder<T>(locations: Locations, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(workFolder(locations), '.unfinished');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function freeBytes(locations: Locations): Promise<number> {
  const folder = workFolder(locations);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const backupWork = new Semaphore({ name: 'backups', capacity: 1, waiting: 10 });

/**
 * Lock across programs, so that none deletes files that another is about to name. The operating system releases it when the process ends.
 */
export const withBackupLock = <T>({ dataDir }: Pick<Config, 'dataDir'>, work: () => Promise<T>): Promise<T> =>
  backupWork.run(async () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    using lock = new DatabaseSync(join(dataDir, 'backup.lock'), { timeout: 0 });
    try {
      lock.exec('begin exclusive');
    } catch (error) {
      if (!isSqliteBusy(error)) throw error;
      throw new OperatorError('Another program is working on the backups of this data folder. Try again when it has finished.');
    }
    return await work();
  });
