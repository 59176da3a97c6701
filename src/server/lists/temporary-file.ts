import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

export interface TemporaryFile {
  readonly bytes: number;
  write(chunk: Uint8Array): Promise<void>;
  read(): Readable;
  close(): Promise<void>;
}

const chunkBytes = 64 * 1024;

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** The file is unlinked at once, so that the system removes it however the process ends. */
export async function openTemporaryFile(folder: string): Promise<TemporaryFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  let bytes = 0;
  let isClosed = false;

  async function* chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes;) {
      if (isClosed) throw new Error('The file was closed to free disk space');
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(chunkBytes), 0, chunkBytes, at);
      if (bytesRead === 0) throw new Error('The file is shorter than what was written');
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  return {
    get bytes() {
      return bytes;
    },
    async write(chunk) {
      for (let at = 0; at < chunk.length;) {
        const { bytesWritten } = await file.write(chunk, at, chunk.length - at, bytes);
        at += bytesWritten;
        bytes += bytesWritten;
      }
    },
    read: () => Readable.from(chunks(), { objectMode: false, highWaterMark: chunkBytes }),
    async close() {
      isClosed = true;
      await file.close();
    },
  };
}
