import type { Take } from '#server/http/encoding.ts';

export interface Gathered<T> {
  readonly pieces: readonly Uint8Array[];
  readonly bytes: number;
  readonly result: T;
}

class TooMany extends Error {}

/** Gathers in memory what `write` writes; where that becomes more than `mostBytes`, the writing ends and nothing is gathered. */
export async function gather<T>(mostBytes: number, write: (take: Take) => Promise<T>): Promise<Gathered<T> | undefined> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const take: Take = async (piece) => {
    bytes += piece.length;
    if (bytes > mostBytes) throw new TooMany();
    pieces.push(piece);
  };
  try {
    const result = await write(take);
    return { pieces, bytes, result };
  } catch (error) {
    if (error instanceof TooMany) return undefined;
    throw error;
  }
}
