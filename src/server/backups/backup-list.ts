import { buffer } from 'node:stream/consumers';
import { isInFuture, type BackupId } from '#domain/backups.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { OperatorError } from '#server/operator.ts';
import { idInName, manifestName, manifestsPrefix, parseManifest, type Manifest } from './manifest.ts';

/** Newest first. */
export async function listBackups(store: FileStore): Promise<BackupId[]> {
  const ids: BackupId[] = [];
  for await (const { name } of store.list(manifestsPrefix)) {
    const id = idInName(name);
    if (id !== undefined) ids.push(id);
  }
  return ids.toSorted().toReversed();
}

/**
 * The newest backup that is not dated in the future. One made while the clock was ahead is restored only by its name; otherwise it would
 * count as the newest for weeks.
 */
export function newestOf(ids: readonly BackupId[], now: Date): BackupId | undefined {
  const newest = ids.find((id) => !isInFuture(id, now));
  if (newest !== undefined || ids.length === 0) return newest;
  throw new OperatorError(
    `The clock of this machine says ${now.toISOString()}, and every backup is later than that. Set the clock, or name the backup: npm run backup -- list`,
  );
}

export async function readManifest(store: FileStore, id: BackupId): Promise<Manifest | undefined> {
  const stored = await store.get(manifestName(id));
  return stored && parseManifest((await buffer(stored.content)).toString('utf8'));
}
