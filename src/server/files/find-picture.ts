import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { smallerVersionOf } from '#domain/pictures.ts';
import { runForAll } from '#server/concurrency/caller.ts';
import { Problem } from '#server/problem.ts';
import type { FileStore, StoredFile } from '#server/storage/file-store.ts';
import { drawSmaller } from './redraw-picture.ts';

export interface FoundPicture extends StoredFile {
  /** A larger version, shown because there is no time to draw the right one. */
  readonly isStandIn: boolean;
}

/** Pictures that are being drawn, by name: many may ask for the same one at once. */
const underWay = new Map<string, Promise<Buffer>>();

/** A smaller version that is missing, since the picture is older than the version, is drawn when it is first asked for. */
export async function findPicture(pictures: FileStore, name: string): Promise<FoundPicture | undefined> {
  const found = await pictures.get(name);
  if (found) return { ...found, isStandIn: false };
  const missing = smallerVersionOf(name);
  if (!missing || !(await pictures.has(missing.full))) return undefined;
  try {
    const drawn = await drawOnce(pictures, name, missing);
    return { bytes: drawn.length, content: Readable.from([drawn]), isStandIn: false };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'server.busy') throw error;
    const full = await pictures.get(missing.full);
    return full && { ...full, isStandIn: true };
  }
}

function drawOnce(pictures: FileStore, name: string, missing: Missing): Promise<Buffer> {
  const drawing = underWay.get(name) ?? runForAll(() => draw(pictures, name, missing)).finally(() => underWay.delete(name));
  underWay.set(name, drawing);
  return drawing;
}

type Missing = NonNullable<ReturnType<typeof smallerVersionOf>>;

async function draw(pictures: FileStore, name: string, { full, version }: Missing): Promise<Buffer> {
  const drawn = await drawSmaller(async () => {
    const found = await pictures.get(full);
    if (!found) throw new Problem('route.not_found');
    return buffer(found.content);
  }, version);
  try {
    await pictures.put(name, drawn);
    // Cleared away meanwhile, with the versions that it had.
    if (!(await pictures.has(full))) await pictures.remove(name);
  } catch {
    // A full disk: it can be shown all the same, and is drawn again when it is asked for again.
  }
  return drawn;
}
