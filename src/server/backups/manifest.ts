import { z } from 'zod';
import { isBackupId, type BackupId } from '#domain/backups.ts';
import { productTitle } from '#domain/product.ts';
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
  product: z.object({ title: z.string(), version: z.string() }),
  schema: z.string(),
  database: StoredPart.extend({ unpacked: z.object({ bytes: z.int(), sha256: Sha256 }) }),
  rows: z.record(z.string(), z.int()),
  pictures: z.array(StoredPart),
  missingPictures: z.array(z.string()),
});
export type Manifest = z.output<typeof Manifest>;
export type StoredPart = z.output<typeof StoredPart>;

export const newManifest = (parts: Omit<Manifest, 'format' | 'version' | 'product'>, productVersion: string): Manifest => ({
  format,
  version,
  product: { title: productTitle, version: productVersion },
  ...parts,
});

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
  const value = parseJson(text);
  const found = Manifest.safeParse(value);
  if (found.success) return found.data;
  const claimed = z.object({ format: z.literal(format), version: z.int() }).safeParse(value);
  if (claimed.success && claimed.data.version > version) {
    throw new OperatorError('This backup was made by a newer version of the program. Use that version to restore it.');
  }
  throw new OperatorError(
    'This is not a backup of this program, or its manifest is damaged. Choose another: npm run backup -- list',
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
