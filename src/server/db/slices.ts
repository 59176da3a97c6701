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

/** The rows that a query finds for a list of any length. */
export async function readSliced<T, Row>(
  list: Iterable<T>,
  query: (slice: readonly T[]) => { readonly execute: () => Promise<Row[]> },
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const slice of slicesOf(list, idsPerQuery)) rows.push(...(await query(slice).execute()));
  return rows;
}
