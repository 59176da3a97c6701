import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Config } from '#server/config.ts';

export interface StoredPicture {
  readonly bytes: number;
  readonly content: Readable;
}

/** Where the bytes of pictures are; names are made by the server only. */
export interface PictureStore {
  /** Resolves when the picture would survive a power cut. Keeping it again changes nothing. */
  keep(name: string, bytes: Buffer): Promise<void>;
  read(name: string): Promise<StoredPicture | undefined>;
  remove(name: string): Promise<void>;
  /** Clears what writes that were cut off before `moment` have left. */
  removeUnfinished(moment: Date): Promise<void>;
}

const unfinished = '.unfinished';

/** Where the configuration says; today always a folder beside the embedded database. */
export const openPictures = ({ dataDir }: Pick<Config, 'dataDir'>): PictureStore => openPictureFolder(join(dataDir, 'uploads'));

/** A folder of files. A picture gets its name only when all of it is on the disk. */
function openPictureFolder(folder: string): PictureStore {
  return {
    async keep(name, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (!(await isThere(join(folder, name)))) await writeWhole(folder, name, bytes);
      await sync(folder);
    },
    async read(name) {
      const file = await openIfThere(join(folder, name));
      if (!file) return undefined;
      const { size } = await file.stat();
      return { bytes: size, content: file.createReadStream() };
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    async removeUnfinished(moment) {
      const names = await readdir(folder).catch(() => []);
      for (const name of names.filter((entry) => entry.endsWith(unfinished))) {
        const path = join(folder, name);
        const found = await stat(path).catch(() => undefined);
        if (found && found.mtime < moment) await rm(path, { force: true });
      }
    },
  };
}

async function writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
  const path = join(folder, `${randomUUID()}${unfinished}`);
  try {
    await using file = await open(path, 'wx', 0o600);
    await file.writeFile(bytes);
    await file.sync();
    await rename(path, join(folder, name));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Makes the names in a folder durable. */
async function sync(folder: string): Promise<void> {
  await using directory = await open(folder);
  await directory.sync();
}

async function isThere(path: string): Promise<boolean> {
  await using file = await openIfThere(path);
  return file !== undefined;
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
