import { z } from 'zod';
import { isBackupId, type BackupId } from '#domain/backups.ts';
import { productTitle } from '#domain/product.ts';
import { OperatorError } from '#server/operator.ts';

const format = 'bellwether-backup';
const version = 1;

const Sha256 = z.string().regex(/^[\da-f]{64}$/);

const StoredPart = z.object({
  /** Its name in the store. */
  name: z.string(),
  bytes: z.int(),
  sha256: Sha256,
});

/** What a backup is made of. Written last: a backup without a manifest is none. */
export const Manifest = z.object({
  format: z.literal(format),
  version: z.literal(version),
  id: z.string().refine(isBackupId),
  /** Counts the backups of the store, whatever the clock says; older versions wrote none. */
  number: z.int().positive().optional(),
  product: z.object({ title: z.string(), version: z.string() }),
  /** The last step of the migrations that the database has. */
  schema: z.string(),
  /** The database as it is in the store, packed with zstd, and as it comes out. */
  database: StoredPart.extend({ unpacked: z.object({ bytes: z.int(), sha256: Sha256 }) }),
  /** How many rows each table has. */
  rows: z.record(z.string(), z.int()),
  pictures: z.array(StoredPart),
  /** Pictures that an animal or a farm shows and that were not there to be copied. */
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

const manifests = 'manifests/';
export const databaseName = (id: BackupId): string => `databases/${id}.db.zst`;
export const manifestName = (id: BackupId): string => `${manifests}${id}.json`;
export const picturesPrefix = 'pictures/';
export const manifestsPrefix = manifests;
export const databasesPrefix = 'databases/';
/** The numbers of all backups, so that not every manifest has to be read to know their order. */
export const orderName = 'order.json';

/** The backup whose manifest or database has this name. */
export const idInName = (name: string): BackupId | undefined =>
  [/^manifests\/(.+)\.json$/, /^databases\/(.+)\.db\.zst$/]
    .map((shape) => shape.exec(name)?.[1])
    .find((id) => id !== undefined && isBackupId(id));

/** Refuses what is no manifest of a backup that this program can read, with a sentence. */
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

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
