import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { Semaphore } from '#server/concurrency/semaphore.ts';
import { isShared, type Db } from '#server/db/engines/connect.ts';
import type { JsonRows } from '#server/db/json-rows.ts';
import { Problem } from '#server/problem.ts';

export interface Cursor {
  readonly createdAt: string;
  readonly id: string;
}

export interface DatedCursor extends Cursor {
  readonly date: string;
}

/** Sorts before every row, since all dates are less than '9', so that one statement serves all pages. */
export const firstPage: DatedCursor = { date: '9', createdAt: '9', id: '' };

export interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

const moment = String.raw`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z`;
const id = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
const pattern = new RegExp(`^(?:(?<date>\\d{4}-\\d{2}-\\d{2})_)?(?<createdAt>${moment})_(?<id>${id})$`);

export function parseCursor(cursor: string | undefined): Cursor | undefined {
  return cursor === undefined ? undefined : parse(cursor, false);
}

export function parseDatedCursor(cursor: string | undefined): DatedCursor | undefined {
  return cursor === undefined ? undefined : parse(cursor, true);
}

const idPattern = new RegExp(`^${id}$`);

/** Parses the cursor of a list that is in the order of ids. */
export function parseIdCursor(cursor: string | undefined): string | undefined {
  if (cursor !== undefined && !idPattern.test(cursor)) throw unknownCursor();
  return cursor;
}

function parse(cursor: string, hasDate: boolean): DatedCursor {
  const found = pattern.exec(cursor)?.groups;
  if (!found || (found['date'] !== undefined) !== hasDate) throw unknownCursor();
  return { date: found['date'] ?? '', createdAt: found['createdAt'] ?? '', id: found['id'] ?? '' };
}

export const unknownCursor = (): Problem =>
  Problem.field('cursor', 'Not a place in this list: follow the Link header of the page before');

export interface PageRequest {
  readonly limit: number;
  readonly cursor: string | undefined;
}

export interface JsonList {
  readonly body: Buffer | Readable;
  readonly next: string | undefined;
}

type ReadRows = (rows: PageRequest) => Promise<JsonRows>;

/** A page, and what of a whole list is held in memory before it is sent, end with the rows that exceed this. */
const maxBytes = 1024 * 1024;

/** SQLite runs in this thread, where more at a time gain nothing. */
const readers = {
  sqlite: new Semaphore({ name: 'readers_sqlite', capacity: 2, waiting: 1000 }),
  postgres: new Semaphore({ name: 'readers_postgres', capacity: 6, waiting: 1000 }),
};

/** For reads of some milliseconds: each waits for its caller's turn and for the next iteration of the event loop. */
export const readInTurn = <T>(db: Db, read: () => Promise<T>): Promise<T> =>
  readers[isShared(db) ? 'postgres' : 'sqlite'].run(async () => {
    await setImmediate();
    return read();
  });

/**
 * Writes the requested page or, without a limit, the complete list (rule 3). What is longer than `maxBytes` is read as its client receives it.
 * `rowsAtOnce` is what the database reads in some milliseconds, however large the rows are: an animal or an event has up to 33 kB.
 */
export async function writeList(db: Db, page: PageQuery, read: ReadRows, rowsAtOnce = 96): Promise<JsonList> {
  const chunks = writeChunks(page, (rows) => readInTurn(db, () => read(rows)), rowsAtOnce);
  const begin: Buffer[] = [];
  let bytes = 0;
  while (page.limit !== undefined || bytes <= maxBytes) {
    const { done, value } = await chunks.next();
    if (done) return { body: Buffer.concat(begin), next: value };
    begin.push(value);
    bytes += value.length;
  }
  async function* all(): AsyncGenerator<Buffer> {
    yield* begin.splice(0);
    yield* chunks;
  }
  return { body: Readable.from(all(), { objectMode: false }), next: undefined };
}

/** Returns the place where the next page begins. */
async function* writeChunks(
  { limit = Infinity, cursor }: PageQuery,
  read: ReadRows,
  rowsAtOnce: number,
): AsyncGenerator<Buffer, string | undefined> {
  let [left, bytes, after] = [limit, 0, cursor];
  for (let separator = '['; ; separator = ',') {
    const rows = Math.min(rowsAtOnce, left);
    const { count, text, last } = await read({ limit: rows, cursor: after });
    if (text === null) {
      yield Buffer.from(separator === '[' ? '[]' : ']');
      return undefined;
    }
    yield Buffer.from(separator);
    yield Buffer.from(text);
    left -= count;
    bytes += text.length;
    const isPageFull = left === 0 || (limit !== Infinity && bytes > maxBytes);
    if (count < rows || isPageFull || last === null) {
      yield Buffer.from(']');
      const isMore = isPageFull && last !== null && (await read({ limit: 1, cursor: last })).count > 0;
      return isMore ? last : undefined;
    }
    after = last;
  }
}
