import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { isBackupId, isInFuture, type BackupId } from '#domain/backups.ts';
import { OperatorError } from '#server/operator.ts';
import type { FileStore } from '#server/storage/file-store.ts';

const format = 'bellwether-backup';
const version = 1;

const StoredPart = z.object({
  name: z.string(),
  bytes: z.int(),
  sha256: z.string().regex(/^[\da-f]{64}$/),
});

/** No name in a manifest may lead out of the folder. */
const partNamed = (name: RegExp) => StoredPart.extend({ name: z.string().regex(name) });

const Manifest = z.object({
  format: z.literal(format),
  version: z.literal(version),
  id: z.string().refine(isBackupId),
  schema: z.string(),
  database: partNamed(/^databases\/[\w-]+\.db\.zst$/),
  rows: z.record(z.string(), z.int()),
  pictures: z
    .array(partNamed(/^pictures\/[\w-]+\.webp$/))
    .refine((parts) => new Set(parts.map(({ name }) => name)).size === parts.length),
  missingPictures: z.array(z.string()),
});
export type Manifest = z.output<typeof Manifest>;
export type StoredPart = z.output<typeof StoredPart>;

export const newManifest = (parts: Omit<Manifest, 'format' | 'version'>): Manifest => ({ format, version, ...parts });

export const manifestsPrefix = 'manifests/';
export const databasesPrefix = 'databases/';
export const databaseName = (id: BackupId): string => `${databasesPrefix}${id}.db.zst`;
export const manifestName = (id: BackupId): string => `${manifestsPrefix}${id}.json`;
export const picturesPrefix = 'pictures/';

/** Newest first. A backup exists once it has a manifest. */
export async function listBackups(store: FileStore): Promise<BackupId[]> {
  const ids: BackupId[] = [];
  for await (const { name } of store.list(manifestsPrefix)) {
    const id = name.slice(manifestsPrefix.length, -'.json'.length);
    if (isBackupId(id) && name === manifestName(id)) ids.push(id);
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
  if (!stored) return undefined;
  const bytes = await buffer(stored.content);
  try {
    return Manifest.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    throw new OperatorError(
      'This backup is damaged, or not of this version of the program. Choose another: npm run backup -- list',
    );
  }
}
