import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { isInFuture, backupMoment, type BackupId } from '#domain/backups.ts';
import { errorMessage } from '#server/error-message.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { openBackups, withBackupFolder, type BackupContext } from './backup-storage.ts';
import { reserveBytes } from './make-backup.ts';
import { listBackups, newestOf, readManifest } from './manifest.ts';
import { unpackBackup } from './unpack-backup.ts';

/** `error`: why the backup cannot be restored. */
const Drill = z.object({ id: z.string(), at: z.string(), error: z.string().nullable() });
export type Drill = z.output<typeof Drill>;

const drillName = 'drills/newest.json';
const sampledPictures = 20;

/** The restore drill: opens the newest backup as a restore would and stores the result; undefined if there is no backup. */
export async function drillNewest(context: BackupContext): Promise<Drill | undefined> {
  const { config, now, store = openBackups(config) } = context;
  return withBackupFolder(config, async (folder) => {
    const id = newestOf(await listBackups(store), now());
    if (id === undefined) return undefined;
    const error = await tryToUnpack(store, id, folder).catch(errorMessage);
    const drill = { id, at: now().toISOString(), error };
    await store.put(drillName, Buffer.from(JSON.stringify(drill)));
    return drill;
  });
}

async function tryToUnpack(store: FileStore, id: BackupId, folder: string): Promise<null> {
  const manifest = await readManifest(store, id);
  if (!manifest) throw new Error('its manifest is not there');
  await unpackBackup(store, manifest, folder, { pictures: sample(manifest.pictures, sampledPictures), reserve: reserveBytes });
  return null;
}

function sample<T>(list: readonly T[], count: number): T[] {
  const left = [...list];
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(Math.random() * left.length), 1),
  ).flat();
}

export interface BackupState {
  readonly newest: { readonly id: BackupId; readonly at: Date } | null;
  readonly drill: Drill | null;
}

/** For `npm run doctor` and the metrics. If all backups are dated in the future, the last one is reported with a negative age. */
export async function readBackupState(
  config: BackupContext['config'],
  now: Date,
  store = openBackups(config),
): Promise<BackupState> {
  const all = await listBackups(store);
  const id = all.find((each) => !isInFuture(each, now)) ?? all[0];
  const drill = await store.get(drillName);
  const found = drill && Drill.safeParse(JSON.parse((await buffer(drill.content)).toString('utf8')));
  return {
    newest: id === undefined ? null : { id, at: new Date(backupMoment(id)) },
    drill: found?.data ?? null,
  };
}
