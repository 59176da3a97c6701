import { setImmediate } from 'node:timers/promises';
import { sql, type SelectQueryBuilder } from 'kysely';

/** Other requests are handled between two batches, because SQLite reads in this thread. An animal or an event has up to 33 kB. */
export const batchSize = 64;

const minSize = 20;
const batchBytes = 512 * 1024;

/** `first` is the size of the first batch, and `most` that of each, for rows that may be larger. */
export async function* inBatches<R extends object>(
  read: (after: R | undefined, limit: number) => Promise<R[]>,
  { most = batchSize, first = most }: { readonly first?: number; readonly most?: number } = {},
): AsyncGenerator<R[]> {
  let limit = first;
  for (let after: R | undefined; ;) {
    const rows = await read(after, limit);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    after = rows.at(-1);
    const fitting = Math.floor((batchBytes * limit) / bytesOf(rows) / minSize) * minSize;
    limit = Math.min(most, Math.max(minSize, fitting));
    await setImmediate();
  }
}

const pieceBytes = 64 * 1024;

/** What a batch of rows is written as may be many times as long. Other requests are handled between two pieces of it. */
export async function* inPieces<R, W extends object>(rows: readonly R[], write: (row: R) => W): AsyncGenerator<W[]> {
  let piece: W[] = [];
  let bytes = 0;
  for (const row of rows) {
    const written = write(row);
    piece.push(written);
    bytes += bytesOf([written]);
    if (bytes < pieceBytes) continue;
    yield piece;
    [piece, bytes] = [[], 0];
    await setImmediate();
  }
  if (piece.length > 0) yield piece;
}

interface Page {
  /** The values of the columns in the last row of the page before. */
  readonly after: readonly (string | number | null)[] | undefined;
  readonly limit: number;
  readonly isNewestFirst?: boolean;
}

/** The next rows of a query in the order of these columns. */
export function pageBy<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  columns: readonly string[],
  { after, limit, isNewestFirst = false }: Page,
): SelectQueryBuilder<DB, TB, O> {
  const keys = columns.map((column) => sql.ref(column));
  const isBeyond = sql.raw(isNewestFirst ? '<' : '>');
  const start = after === undefined ? rows : rows.where(sql<boolean>`(${sql.join(keys)}) ${isBeyond} (${sql.join(after)})`);
  return keys.reduce((query, key) => query.orderBy(key, isNewestFirst ? 'desc' : 'asc'), start).limit(limit);
}

/** The rows of a table in the order in which they were added. */
export const oldestAfter = <DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  after: { readonly createdAt: string; readonly id: string } | undefined,
  limit: number,
): SelectQueryBuilder<DB, TB, O> => pageBy(rows, ['created_at', 'id'], { after: after && [after.createdAt, after.id], limit });

interface DayPage extends Omit<Page, 'after'> {
  readonly after: { readonly day: string; readonly createdAt: string; readonly id: string } | undefined;
  readonly dayColumn?: 'day' | 'breeding_date';
}

/** The rows of a table in the order of their days and, within a day, in the order in which they were added. */
export const pageByDay = <DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  { after, dayColumn = 'day', ...page }: DayPage,
): SelectQueryBuilder<DB, TB, O> =>
  pageBy(rows, [dayColumn, 'created_at', 'id'], { after: after && [after.day, after.createdAt, after.id], ...page });

export function bytesOf(rows: readonly object[]): number {
  let bytes = 0;
  for (const row of rows) for (const value of Object.values(row)) bytes += typeof value === 'string' ? 16 + value.length : 16;
  return bytes;
}
