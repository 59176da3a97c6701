import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { smallerVersionOf } from '#domain/values/pictures.ts';
import { runForAll } from '#server/concurrency/caller.ts';
import { Problem } from '#server/problem.ts';
import type { FileStore, StoredFile } from '#server/storage/file-store.ts';
import { createSmallerVersion } from './encode-picture.ts';

export interface FoundPicture extends StoredFile {
  /** A larger version is served because the server is too busy to resize. */
  readonly isFallback: boolean;
}

const resizing = new Map<string, Promise<Buffer>>();

/** Creates versions that are missing because the picture is older than them. */
export async function findPicture(pictures: FileStore, name: string): Promise<FoundPicture | undefined> {
  const found = await pictures.get(name);
  if (found) return { ...found, isFallback: false };
  const missing = smallerVersionOf(name);
  if (!missing || !(await pictures.has(missing.full))) return undefined;
  try {
    const resized = await resizeOnce(pictures, name, missing);
    return { bytes: resized.length, content: Readable.from([resized]), isFallback: false };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'server.busy') throw error;
    const full = await pictures.get(missing.full);
    return full && { ...full, isFallback: true };
  }
}

function resizeOnce(pictures: FileStore, name: string, missing: MissingVersion): Promise<Buffer> {
  const inProgress = resizing.get(name) ?? runForAll(() => resize(pictures, name, missing)).finally(() => resizing.delete(name));
  resizing.set(name, inProgress);
  return inProgress;
}

type MissingVersion = NonNullable<ReturnType<typeof smallerVersionOf>>;

async function resize(pictures: FileStore, name: string, { full, version }: MissingVersion): Promise<Buffer> {
  const resized = await createSmallerVersion(async () => {
    const found = await pictures.get(full);
    if (!found) throw new Problem('route.not_found');
    return buffer(found.content);
  }, version);
  try {
    await pictures.put(name, resized);
    if (!(await pictures.has(full))) await pictures.remove(name);
  } catch {
    // The disk is full: the version is served anyway and created again on the next request.
  }
  return resized;
}
