import { setImmediate } from 'node:timers/promises';

/** Small enough for other requests to be handled between two batches: SQLite reads in this thread. */
export const batchSize = 500;

const [firstSize, leastSize] = [100, 20];
const batchBytes = 512 * 1024;

/** `first`: the size of the first batch, for rows that are known to be small. */
export async function* inBatches<R extends object>(
  read: (after: R | undefined, limit: number) => Promise<R[]>,
  { first = firstSize }: { readonly first?: number } = {},
): AsyncGenerator<R[]> {
  let limit = first;
  for (let after: R | undefined; ;) {
    const rows = await read(after, limit);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    after = rows.at(-1);
    limit = Math.max(leastSize, Math.min(batchSize, Math.floor((batchBytes * limit) / bytesOf(rows) / leastSize) * leastSize));
    await setImmediate();
  }
}

function bytesOf(rows: readonly object[]): number {
  let bytes = 0;
  for (const row of rows) for (const value of Object.values(row)) bytes += typeof value === 'string' ? 16 + value.length : 16;
  return bytes;
}
