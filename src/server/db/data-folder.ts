import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Somebody else has the data folder. */
export class FolderInUseError extends Error {}

/** Makes the folder where it is not there. One by one: where nothing can be made (/proc), Node's `recursive` tries for ever. */
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

const sqliteBusy = 5;

/**
 * Holds the folder of the embedded database for one server alone. The lock is SQLite's on an empty file, and so the kernel's: it ends
 * with the process, however that ends, and none is ever left behind. A server that is just leaving is waited for.
 */
export function holdDataFolder(dataDir: string, waitMs = 3000): Disposable {
  ensureFolder(dataDir);
  const lock = new DatabaseSync(join(dataDir, 'server.lock'), { timeout: waitMs });
  const release = (): void => {
    if (lock.isOpen) lock.close();
  };
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    release();
    if (((error as { errcode?: number }).errcode ?? 0) % 256 !== sqliteBusy) throw error;
    throw new FolderInUseError(
      `Another server is running on the data folder ${dataDir}. Stop it first, or give this one a folder of its own with DATA_DIR.`,
      { cause: error },
    );
  }
  return { [Symbol.dispose]: release };
}
