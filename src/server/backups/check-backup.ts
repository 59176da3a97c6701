import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { isInFuture, backupMoment, type BackupId } from '#domain/backups.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { openBackups, withBackupLock, withTemporaryFiles, type BackupContext } from './backup-storage.ts';
import { inspectDatabase } from './inspect-database.ts';
import { listBackups, newestOf, readManifest } from './backup-list.ts';
import type { Manifest, StoredPart } from './manifest.ts';
import { isSame, measure, unpackFile, type Measurement } from './packing.ts';

/** `faults` is the key in the stored format. */
const StoredDrill = z
  .object({ id: z.string(), at: z.string(), faults: z.array(z.string()) })
  .transform(({ id, at, faults: errors }) => ({ id, at, errors }));
export type Drill = z.output<typeof StoredDrill>;

const drillName = 'drills/newest.json';
const sampledPictures = 20;

/** The restore drill: opens the newest backup as a restore would and stores the result; undefined if there is no backup. */
export async function drillNewest(context: BackupContext): Promise<Drill | undefined> {
  const { config, now, store = openBackups(config) } = context;
  return withBackupLock(config, async () => {
    const id = newestOf(await listBackups(store), now());
    if (id === undefined) return undefined;
    const errors = await validateBackup(config, store, id);
    const at = now().toISOString();
    const stored: z.input<typeof StoredDrill> = { id, at, faults: errors };
    await store.put(drillName, Buffer.from(JSON.stringify(stored)));
    return { id, at, errors };
  });
}

async function validateBackup(config: BackupContext['config'], store: FileStore, id: BackupId): Promise<string[]> {
  const manifest = await readManifest(store, id).catch(() => undefined);
  if (!manifest) return ['Its manifest cannot be read.'];
  return [...(await validateDatabase(config, store, manifest)), ...(await validatePictures(store, manifest))];
}

async function validateDatabase(
  config: BackupContext['config'],
  store: FileStore,
  { database, ...expected }: Manifest,
): Promise<string[]> {
  const stored = await store.get(database.name);
  if (!stored) return ['Its database is not there.'];
  return withTemporaryFiles(config, async (newFile) => {
    const file = newFile();
    const found = await unpackFile(stored.content, file).catch((error: unknown) => String(error));
    if (typeof found === 'string') return [`Its database cannot be unpacked: ${found}`];
    if (!isSame(found.packed, database) || !isSame(found.unpacked, database.unpacked)) {
      return ['Its database is not what was backed up.'];
    }
    const { errors, rows, schema } = await inspectDatabase({ file, checksIntegrity: true });
    const wrong = Object.keys({ ...rows, ...expected.rows }).filter((table) => rows[table] !== expected.rows[table]);
    return [
      ...errors,
      ...(schema === expected.schema ? [] : ['Its database is of another step than it says.']),
      ...wrong.map((table) => `The table ${table} has ${rows[table] ?? 0} rows instead of ${expected.rows[table] ?? 0}.`),
    ];
  });
}

async function validatePictures(store: FileStore, { pictures }: Manifest): Promise<string[]> {
  const errors: string[] = [];
  for (const part of sample(pictures, sampledPictures)) {
    const found = await readPart(store, part);
    if (!found) errors.push(`The picture ${part.name} is not there.`);
    else if (!isSame(found, part)) errors.push(`The picture ${part.name} is not what was backed up.`);
  }
  return errors;
}

async function readPart(store: FileStore, { name }: StoredPart): Promise<Measurement | undefined> {
  const stored = await store.get(name);
  return stored && measure(await buffer(stored.content));
}

function sample<T>(list: readonly T[], count: number): T[] {
  const left = [...list];
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(Math.random() * left.length), 1),
  ).flat();
}

export interface BackupState {
  readonly count: number;
  readonly newest: { readonly id: BackupId; readonly at: Date; readonly bytes: number } | null;
  /** The newest, or the one before if its manifest is unreadable or the drill found errors. */
  readonly newestGood: { readonly id: BackupId; readonly at: Date } | null;
  readonly drill: Drill | null;
}

/** For `npm run doctor` and the metrics. If all backups are dated in the future, the last one is reported with a negative age. */
export async function readBackupState(
  config: BackupContext['config'],
  now: Date,
  store = openBackups(config),
): Promise<BackupState> {
  const all = await listBackups(store);
  const past = all.filter((each) => !isInFuture(each, now));
  const ids = past.length > 0 ? past : all;
  const [id] = ids;
  const manifest = id === undefined ? undefined : await readManifest(store, id).catch(() => undefined);
  const drill = await store.get(drillName);
  const found = drill && StoredDrill.safeParse(JSON.parse((await buffer(drill.content)).toString('utf8')));
  const lastDrill = found?.data ?? null;
  const isUnusable = !manifest || (lastDrill !== null && lastDrill.id === id && lastDrill.errors.length > 0);
  const goodId = isUnusable ? ids[1] : id;
  return {
    count: all.length,
    newest: id === undefined ? null : { id, at: momentOf(id), bytes: manifest?.database.bytes ?? 0 },
    newestGood: goodId === undefined ? null : { id: goodId, at: momentOf(goodId) },
    drill: lastDrill,
  };
}

const momentOf = (id: BackupId): Date => new Date(backupMoment(id));
