import { setImmediate } from 'node:timers/promises';

/** Few enough that others are answered between two batches, also where SQLite reads in this very thread. */
export const batchSize = 500;

/** Reads a long list batch by batch, each after the last row of the one before. */
export async function* inBatches<R>(read: (after: R | undefined) => Promise<R[]>): AsyncGenerator<R[]> {
  let after: R | undefined;
  do {
    const rows = await read(after);
    if (rows.length > 0) yield rows;
    after = rows.length === batchSize ? rows.at(-1) : undefined;
    await setImmediate();
  } while (after !== undefined);
}
