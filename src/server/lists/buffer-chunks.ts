import type { WriteChunk } from '#server/http/encoding.ts';

export interface BufferedResult<T> {
  readonly chunks: readonly Uint8Array[];
  readonly bytes: number;
  readonly result: T;
}

class BufferFull extends Error {}

/** Resolves with undefined, and stops writing, if `write` produces more than `maxBytes`. */
export async function bufferChunks<T>(
  maxBytes: number,
  write: (writeChunk: WriteChunk) => Promise<T>,
): Promise<BufferedResult<T> | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const writeChunk: WriteChunk = async (chunk) => {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new BufferFull();
    chunks.push(chunk);
  };
  try {
    const result = await write(writeChunk);
    return { chunks, bytes, result };
  } catch (error) {
    if (error instanceof BufferFull) return undefined;
    throw error;
  }
}
