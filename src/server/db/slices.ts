/** Few enough rows for the parameters of one SQLite statement. */
export const rowsPerStatement = 200;

/** Few enough ids for the parameters of one SQLite statement that only reads. */
export const idsPerQuery = 500;

export function* slicesOf<T>(list: readonly T[], size = rowsPerStatement): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}
