import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isSqliteBusy } from './sqlite-errors.ts';

export class FolderInUseError extends Error {}

/** Creates the parents one by one, because Node's `recursive` never returns where nothing can be created (/proc). */
export function ensureFolder(folder: string): void {
  const path = resolve(folder);
  if (existsSync(path)) return;
  ensureFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Locks the folder of an SQLite database for one server with SQLite's lock on an empty file, which the kernel releases when the process ends.
 * Waits up to `waitMs` for another server that is shutting down.
 */
export function lockDataFolder(dataDir: string, waitMs = 3000): Disposable {
  ensureFolder(dataDir);
  const lock = new DatabaseSync(join(dataDir, 'server.lock'), { timeout: waitMs });
  const release = (): void => {
    if (lock.isOpen) lock.close();
  };
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    release();
    if (!isSqliteBusy(error)) throw error;
    throw new FolderInUseError(
      `Another server is running on the data folder ${dataDir}. Stop it first, or give this one a folder of its own with DATA_DIR.`,
      { cause: error },
    );
  }
  return { [Symbol.dispose]: release };
}
