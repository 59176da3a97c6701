/** Few enough rows for the parameters of one SQLite statement. */
export const rowsPerStatement = 200;

/** Few enough ids for the parameters of one SQLite statement that only reads. */
export const idsPerQuery = 500;

export function* slicesOf<T>(list: Iterable<T>, size = rowsPerStatement): Generator<readonly T[]> {
  let slice: T[] = [];
  for (const item of list) {
    slice.push(item);
    if (slice.length < size) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}
