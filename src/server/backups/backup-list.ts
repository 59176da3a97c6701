import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { isInFuture, sortNewestFirst, type BackupId, type NumberedBackup } from '#domain/backups.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { OperatorError } from '#server/operator.ts';
import { idInName, manifestName, manifestsPrefix, orderName, parseJson, parseManifest, type Manifest } from './manifest.ts';

export const listBackups = async (store: FileStore): Promise<BackupId[]> => (await listNumbered(store)).map(({ id }) => id);

export async function listNumbered(store: FileStore): Promise<NumberedBackup[]> {
  const order = await readOrder(store);
  const backups: NumberedBackup[] = [];
  for await (const { name } of store.list(manifestsPrefix)) {
    const id = idInName(name);
    if (id !== undefined) backups.push({ id, number: order.get(id) ?? (await numberInManifest(store, id)) });
  }
  return sortNewestFirst(backups);
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

export const writeOrder = (store: FileStore, backups: readonly NumberedBackup[]): Promise<void> =>
  store.put(orderName, Buffer.from(JSON.stringify(Object.fromEntries(backups.map(({ id, number }) => [id, number])))));

const Order = z.record(z.string(), z.int().nonnegative());

async function readOrder(store: FileStore): Promise<Map<BackupId, number>> {
  const stored = await store.get(orderName);
  const found = Order.safeParse(stored && parseJson((await buffer(stored.content)).toString('utf8')));
  return new Map(found.success ? Object.entries(found.data) : []);
}

const numberInManifest = async (store: FileStore, id: BackupId): Promise<number> =>
  (await readManifest(store, id).catch(() => undefined))?.number ?? 0;
