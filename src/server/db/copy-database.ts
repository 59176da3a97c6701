import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * A copy of an SQLite database that may be in use: whole, of one moment, every page of it read and written anew. It has its name only
 * when all of it would survive a power cut.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const draft = `${to}.unfinished`;
  await rm(draft, { force: true });
  try {
    using source = new DatabaseSync(from, { timeout: 10_000 });
    source.prepare('vacuum into ?').run(draft);
    await syncFile(draft, 0o600);
    await rename(draft, to);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFile(dirname(to));
}

async function syncFile(path: string, mode?: number): Promise<void> {
  await using file = await open(path);
  if (mode !== undefined) await file.chmod(mode);
  await file.sync();
}
