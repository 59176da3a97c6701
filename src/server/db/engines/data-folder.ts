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
 * Locks the folder of an SQLite database for one server. Waits up to `waitMs` for another server that is shutting down.
 */
export function lockDataFolder(dataDir: string, waitMs = 3000): Disposable {
  const lock = lockFile(dataDir, 'server.lock', waitMs);
  if (lock) return lock;
  throw new FolderInUseError(
    `Another server is running on the data folder ${dataDir}. Stop it first, or give this one a folder of its own with DATA_DIR.`,
  );
}

/** SQLite's lock on an empty file, which the kernel releases when the process ends; undefined if another program has it. */
export function lockFile(folder: string, name: string, waitMs = 0): Disposable | undefined {
  ensureFolder(folder);
  const lock = new DatabaseSync(join(folder, name), { timeout: waitMs });
  try {
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if (isSqliteBusy(error)) return undefined;
    throw error;
  }
}
