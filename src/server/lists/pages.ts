import { isShared, type Db } from '#server/db/connect.ts';
import type { JsonRows } from '#server/db/json-rows.ts';
import { inSnapshot, type Tx } from '#server/db/transaction.ts';
import { currentCaller } from '#server/concurrency/caller.ts';
import type { Take } from '#server/http/encoding.ts';
import { createFairQueue } from '#server/concurrency/fair-queue.ts';
import { gather } from './gather.ts';
import { Problem } from '#server/problem.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** A row's place in a list that shows the newest first. */
export interface Cursor {
  readonly createdAt: string;
  readonly id: string;
}

export interface DatedCursor extends Cursor {
  readonly date: string;
}

/** Where a list begins: every day and moment is less than a nine, so that one statement serves for the first slice and the others. */
export const firstPage: DatedCursor = { date: '9', createdAt: '9', id: '' };

export interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

const moment = String.raw`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z`;
const id = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
const cursorPattern = new RegExp(`^(?:(?<date>\\d{4}-\\d{2}-\\d{2})_)?(?<createdAt>${moment})_(?<id>${id})$`);

export function parseCursor(cursor: string | undefined): Cursor | undefined {
  return cursor === undefined ? undefined : parseCursorText(cursor, false);
}

/** A place in a list of dated records: the latest day first and, within a day, the newest entry. */
export function parseDatedCursor(cursor: string | undefined): DatedCursor | undefined {
  return cursor === undefined ? undefined : parseCursorText(cursor, true);
}

function parseCursorText(cursor: string, hasDate: boolean): DatedCursor {
  const found = cursorPattern.exec(cursor)?.groups;
  if (!found || (found['date'] !== undefined) !== hasDate) throw Problem.field('cursor', 'Not a place in this list');
  return { date: found['date'] ?? '', createdAt: found['createdAt'] ?? '', id: found['id'] ?? '' };
}

/** So many rows of a list, after the place that the cursor names. */
export interface PageRequest {
  readonly limit: number;
  readonly cursor: string | undefined;
}

export interface ListEnd {
  /** Where the next page begins; undefined where the list ends. */
  readonly next: string | undefined;
}

/** Writes a list as JSON, piece by piece. It may be asked to do so once more from the beginning. */
export type JsonList = (take: Take) => Promise<ListEnd>;

type WriteSlice = (tx: Tx, slice: PageRequest) => Promise<JsonRows>;

/** Most lists are shorter, and do not wait behind those that take long. */
const shortBytes = 1024 * 1024;

// Each list that is being written has a connection to the database for itself. Where that runs in this very thread, more of them
// would only make each other wait.
const shortLists = {
  sqlite: createFairQueue({ name: 'short_lists_sqlite', capacity: 3, waiting: 1000 }),
  postgres: createFairQueue({ name: 'short_lists_postgres', capacity: 6, waiting: 1000 }),
};
const longLists = createFairQueue({ name: 'long_lists', capacity: 3, waiting: 500 });

/**
 * Writes a list, or the page of it that was asked for. Without a limit the list is complete (rule 3) and of one moment. It is
 * written slice by slice, and no longer than somebody waits for it.
 */
export const writeList =
  (db: Db, page: PageQuery, write: WriteSlice): JsonList =>
  async (take) => {
    const writeShort = (keep: Take) => inSnapshot(db, (tx) => writeSlices(tx, page, write, keep));
    const short = await shortLists[isShared(db) ? 'postgres' : 'sqlite'].run(() => gather(shortBytes, writeShort));
    if (!short) return longLists.run(() => inSnapshot(db, (tx) => writeSlices(tx, page, write, take)));
    for (const piece of short.pieces) await take(piece);
    return short.result;
  };

async function writeSlices(tx: Tx, { limit = Infinity, cursor }: PageQuery, write: WriteSlice, take: Take): Promise<ListEnd> {
  const signal = currentCaller()?.signal;
  let left = limit;
  let after = cursor;
  let rows = firstRows;
  for (let separator = opening; ; separator = comma) {
    await yieldToEventLoop();
    signal?.throwIfAborted();
    const asked = Math.min(rows, left);
    const { count, text, last } = await write(tx, { limit: asked, cursor: after });
    if (text === null) {
      await take(separator === opening ? empty : closing);
      return { next: undefined };
    }
    await take(separator);
    await take(typeof text === 'string' ? Buffer.from(text) : text);
    left -= count;
    if (count < asked || left === 0 || last === null) {
      await take(closing);
      const isMore = left === 0 && last !== null && (await write(tx, { limit: 1, cursor: last })).count > 0;
      return { next: isMore ? last : undefined };
    }
    after = last;
    rows = rowsFor(text.length / count);
  }
}

/** A slice is some milliseconds of work for the database, also where that is in this very thread; others are answered in between. */
const sliceBytes = 512 * 1024;
const [leastRows, firstRows, mostRows] = [32, 128, 1024];

/** A few sizes only, since there are statements that name each row. */
const rowsFor = (rowBytes: number): number =>
  Math.max(leastRows, Math.min(mostRows, Math.floor(sliceBytes / rowBytes / firstRows) * firstRows));

// A new line with each slice: a reader can take the list in by slices, and nowhere else in JSON as we write it is there one.
const [opening, comma, closing, empty] = ['[', ',\n', ']', '[]'].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];
