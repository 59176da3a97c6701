import { isShared, type Db } from '#server/db/connect.ts';
import type { JsonRows } from '#server/db/json-rows.ts';
import { inSnapshot, type Tx } from '#server/db/transaction.ts';
import { currentCaller } from '#server/concurrency/caller.ts';
import type { WriteChunk } from '#server/http/encoding.ts';
import { createFairQueue } from '#server/concurrency/fair-queue.ts';
import { bufferChunks } from './buffer-chunks.ts';
import { Problem } from '#server/problem.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

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

const unknownCursor = (): Problem => Problem.field('cursor', 'Not a place in this list');

export interface PageRequest {
  readonly limit: number;
  readonly cursor: string | undefined;
}

export interface ListEnd {
  readonly next: string | undefined;
}

/** Writes a list as JSON in chunks; may be called again to write it from the start. */
export type JsonList = (writeChunk: WriteChunk) => Promise<ListEnd>;

type WritePage = (tx: Tx, slice: PageRequest) => Promise<JsonRows>;

/** Most lists are shorter and must not wait behind long ones. */
const shortBytes = 1024 * 1024;

// Each list that is being written has its own database connection. SQLite runs in this thread, where more of them gain nothing.
const shortLists = {
  sqlite: createFairQueue({ name: 'short_lists_sqlite', capacity: 3, waiting: 1000 }),
  postgres: createFairQueue({ name: 'short_lists_postgres', capacity: 6, waiting: 1000 }),
};
const longLists = createFairQueue({ name: 'long_lists', capacity: 3, waiting: 500 });

/**
 * Writes the requested page or, without a limit, the complete list (rule 3) from one snapshot, in batches, between which other requests are
 * handled.
 */
export const writeList =
  (db: Db, page: PageQuery, write: WritePage): JsonList =>
  async (writeChunk) => {
    const writeShort = (buffer: WriteChunk) => inSnapshot(db, (tx) => writeBatches(tx, page, write, buffer));
    const short = await shortLists[isShared(db) ? 'postgres' : 'sqlite'].run(() => bufferChunks(shortBytes, writeShort));
    if (!short) return longLists.run(() => inSnapshot(db, (tx) => writeBatches(tx, page, write, writeChunk)));
    for (const chunk of short.chunks) await writeChunk(chunk);
    return short.result;
  };

/**
 * Reads what takes some tens of milliseconds of this thread, in the same rotation as lists: many such requests at once of one account would
 * otherwise run one after another before any other request is handled.
 */
export const readInRotation = <T>(db: Db, read: () => Promise<T>): Promise<T> =>
  shortLists[isShared(db) ? 'postgres' : 'sqlite'].run(async () => {
    await yieldToEventLoop();
    return read();
  });

async function writeBatches(
  tx: Tx,
  { limit = Infinity, cursor }: PageQuery,
  write: WritePage,
  writeChunk: WriteChunk,
): Promise<ListEnd> {
  const signal = currentCaller()?.signal;
  let left = limit;
  let after = cursor;
  let rows = firstRows;
  for (let separator = opening; ; separator = comma) {
    await yieldToEventLoop();
    signal?.throwIfAborted();
    const requested = Math.min(rows, left);
    const { count, text, last } = await write(tx, { limit: requested, cursor: after });
    if (text === null) {
      await writeChunk(separator === opening ? empty : closing);
      return { next: undefined };
    }
    await writeChunk(separator);
    await writeChunk(typeof text === 'string' ? Buffer.from(text) : text);
    left -= count;
    if (count < requested || left === 0 || last === null) {
      await writeChunk(closing);
      const isMore = left === 0 && last !== null && (await write(tx, { limit: 1, cursor: last })).count > 0;
      return { next: isMore ? last : undefined };
    }
    after = last;
    rows = rowsFor(text.length / count);
  }
}

const batchBytes = 512 * 1024;
const [minRows, firstRows, maxRows] = [32, 128, 1024];

/** Rounded to steps, so that there are few different statements. */
const rowsFor = (rowBytes: number): number =>
  Math.max(minRows, Math.min(maxRows, Math.floor(batchBytes / rowBytes / firstRows) * firstRows));

const [opening, comma, closing, empty] = ['[', ',', ']', '[]'].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];
