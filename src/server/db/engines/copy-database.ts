import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

/**
 * Copies an SQLite database that may be in use, as of one moment and without blocking its writers. The file gets its name only when all of it would
 * survive a power cut.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const draft = `${to}.unfinished`;
  await rm(draft, { force: true });
  try {
    using source = new DatabaseSync(from, { timeout: 10_000 });
    // All pages are copied in one step, because SQLite restarts an incremental copy after each write.
    await backup(source, draft, { rate: 2 ** 31 - 1 });
    removeJournal(draft);
    await syncFile(draft, 0o600);
    await rename(draft, to);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFile(dirname(to));
}

function removeJournal(file: string): void {
  using copy = new DatabaseSync(file);
  copy.exec('pragma journal_mode = delete');
}

async function syncFile(path: string, mode?: number): Promise<void> {
  await using file = await open(path);
  if (mode !== undefined) await file.chmod(mode);
  await file.sync();
}
