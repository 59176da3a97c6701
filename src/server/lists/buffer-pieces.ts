import type { Take } from '#server/http/encoding.ts';

export interface Buffered<T> {
  readonly pieces: readonly Uint8Array[];
  readonly bytes: number;
  readonly result: T;
}

class BufferFull extends Error {}

/** Buffers what `write` produces; resolves with undefined, and stops writing, when that is more than `mostBytes`. */
export async function bufferPieces<T>(mostBytes: number, write: (take: Take) => Promise<T>): Promise<Buffered<T> | undefined> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const take: Take = async (piece) => {
    bytes += piece.length;
    if (bytes > mostBytes) throw new BufferFull();
    pieces.push(piece);
  };
  try {
    const result = await write(take);
    return { pieces, bytes, result };
  } catch (error) {
    if (error instanceof BufferFull) return undefined;
    throw error;
  }
}
