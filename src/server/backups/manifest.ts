import { z } from 'zod';
import { isBackupId, type BackupId } from '#domain/backups.ts';
import { OperatorError } from '#server/operator.ts';

const format = 'bellwether-backup';
const version = 1;

const Sha256 = z.string().regex(/^[\da-f]{64}$/);

const StoredPart = z.object({
  name: z.string(),
  bytes: z.int(),
  sha256: Sha256,
});

export const Manifest = z.object({
  format: z.literal(format),
  version: z.literal(version),
  id: z.string().refine(isBackupId),
  schema: z.string(),
  database: StoredPart.extend({ unpacked: z.object({ bytes: z.int(), sha256: Sha256 }) }),
  rows: z.record(z.string(), z.int()),
  pictures: z.array(StoredPart),
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

export const idInName = (name: string): BackupId | undefined =>
  [/^manifests\/(.+)\.json$/, /^databases\/(.+)\.db\.zst$/]
    .map((shape) => shape.exec(name)?.[1])
    .find((id) => id !== undefined && isBackupId(id));

export function parseManifest(text: string): Manifest {
  const found = Manifest.safeParse(parseJson(text));
  if (found.success) return found.data;
  throw new OperatorError(
    'This backup is damaged, or not of this version of the program. Choose another: npm run backup -- list',
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
