import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { checkName, type FileStore, type ListedFile } from './file-store.ts';

const unfinished = '.unfinished';

/** A file gets its name only when all of it is on the disk. */
export function openFolder(folder: string): FileStore {
  const pathOf = (name: string): string => join(folder, checkName(name));
  return {
    put: (name, bytes) =>
      writeAtomically(pathOf(name), async (path) => {
        await using file = await open(path, 'wx', 0o600);
        await file.writeFile(bytes);
        await file.sync();
      }),
    putFile: (name, source) =>
      writeAtomically(pathOf(name), async (path) => {
        await copyFile(source, path);
        await using file = await open(path, 'r+');
        await file.chmod(0o600);
        await file.sync();
      }),
    async get(name) {
      const file = await openIfExists(pathOf(name));
      if (!file) return undefined;
      const { size } = await file.stat();
      return { bytes: size, content: file.createReadStream() };
    },
    async has(name) {
      await using file = await openIfExists(pathOf(name));
      return file !== undefined;
    },
    async *list(prefix = '') {
      for await (const file of filesIn(folder)) {
        if (file.name.startsWith(prefix) && !file.name.endsWith(unfinished)) yield file;
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async removeUnfinished(moment) {
      for await (const { name, changedAt } of filesIn(folder)) {
        if (name.endsWith(unfinished) && changedAt < moment) await rm(join(folder, name), { force: true });
      }
    },
  };
}

async function* filesIn(folder: string): AsyncIterable<ListedFile> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(() => undefined);
    if (found) yield { name: relative(folder, path).replaceAll('\\', '/'), bytes: found.size, changedAt: found.mtime };
  }
}

async function writeAtomically(path: string, write: (path: string) => Promise<void>): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `${randomUUID()}${unfinished}`);
  try {
    await write(draft);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await sync(folder);
}

async function sync(folder: string): Promise<void> {
  await using directory = await open(folder);
  await directory.sync();
}

async function openIfExists(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
