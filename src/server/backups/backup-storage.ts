import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { lockFile } from '#server/db/engines/data-folder.ts';
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

const backupWork = new Semaphore({ name: 'backups', capacity: 1, waiting: 10 });

/**
 * Gives `work` an empty folder, which is deleted afterwards, also what an interrupted run left there. Only one program at a time works on
 * the backups, so that none deletes files that another is about to name.
 */
export const withBackupFolder = <T>({ dataDir, backupDir }: Locations, work: (folder: string) => Promise<T>): Promise<T> =>
  backupWork.run(async () => {
    using lock = lockFile(dataDir, 'backup.lock');
    if (!lock)
      throw new OperatorError('Another program is working on the backups of this data folder. Try again when it has finished.');
    const folder = join(backupDir ?? join(dataDir, 'backups'), '.unfinished');
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
