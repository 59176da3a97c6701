import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { buildWebIfStale } from '../../scripts/web.ts';

const folder = join(import.meta.dirname, '../../build');

/** Test files and concurrent runs wait for each other, because two concurrent builds would overwrite each other's files. */
export async function buildWebOnce(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  // The system releases the lock of a process that was killed.
  using lock = new DatabaseSync(join(folder, 'web.lock'), { timeout: 0 });
  while (!tryLock(lock)) await setTimeout(200);
  await buildWebIfStale();
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (error) {
    if ((error as { errstr?: string }).errstr === 'database is locked') return false;
    throw error;
  }
}
