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

/** For `inBatches`: the rows of a table in the order in which they were added, after the last one that was read. */
export const oldestAfter = <DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  after: { readonly createdAt: string; readonly id: string } | undefined,
  limit: number,
): SelectQueryBuilder<DB, TB, O> =>
  rows
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(created_at, id) > (${after?.createdAt}, ${after?.id})`))
    .orderBy(sql`created_at`)
    .orderBy(sql`id`)
    .limit(limit) as SelectQueryBuilder<DB, TB, O>;

interface DayPage {
  /** The last row of the page before. */
  readonly after: { readonly day: string; readonly createdAt: string; readonly id: string } | undefined;
  readonly limit: number;
  readonly dayColumn?: 'day' | 'breeding_date';
  readonly isNewestFirst?: boolean;
}

/** The next rows of a table in the order of their days and, within a day, in the order in which they were added. */
export function pageByDay<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  { after, limit, dayColumn = 'day', isNewestFirst = false }: DayPage,
): SelectQueryBuilder<DB, TB, O> {
  const day = sql.ref(dayColumn);
  const isBeyond = sql.raw(isNewestFirst ? '<' : '>');
  const direction = isNewestFirst ? 'desc' : 'asc';
  return rows
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${day}, created_at, id) ${isBeyond} (${after?.day}, ${after?.createdAt}, ${after?.id})`),
    )
    .orderBy(day, direction)
    .orderBy(sql`created_at`, direction)
    .orderBy(sql`id`, direction)
    .limit(limit) as SelectQueryBuilder<DB, TB, O>;
}

export function bytesOf(rows: readonly object[]): number {
  let bytes = 0;
  for (const row of rows) for (const value of Object.values(row)) bytes += typeof value === 'string' ? 16 + value.length : 16;
  return bytes;
}
