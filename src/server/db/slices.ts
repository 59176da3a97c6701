import { pause, type Tx } from './transaction.ts';

/** Few enough rows for the parameters of one SQLite statement, and for other requests to be handled between two statements. */
export const rowsPerStatement = 200;

/** Few enough ids for the parameters of one SQLite statement that only reads. */
export const idsPerQuery = 500;

export function* slicesOf<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}

/** The same, with a pause between two slices. */
export async function* pausedSlicesOf<T>(tx: Tx, list: readonly T[], size = rowsPerStatement): AsyncGenerator<readonly T[]> {
  let isFirst = true;
  for (const slice of slicesOf(list, size)) {
    if (!isFirst) await pause(tx);
    isFirst = false;
    yield slice;
  }
}
