import { setImmediate } from 'node:timers/promises';
import type { Db } from '#server/db/connect.ts';
import type { JsonRows } from '#server/db/json-rows.ts';
import { inSnapshot, type Tx } from '#server/db/transaction.ts';
import { Problem } from './problem.ts';

/** A row's place in a list that shows the newest first. */
export interface Place {
  readonly createdAt: string;
  readonly id: string;
}

export interface DatedPlace extends Place {
  readonly date: string;
}

/** Where a list begins: every day and moment is less than a nine, so that one statement serves for the first slice and the others. */
export const beforeAll: DatedPlace = { date: '9', createdAt: '9', id: '' };

export interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

const moment = String.raw`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z`;
const id = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
const place = new RegExp(`^(?:(?<date>\\d{4}-\\d{2}-\\d{2})_)?(?<createdAt>${moment})_(?<id>${id})$`);

export function placeOf(cursor: string | undefined): Place | undefined {
  return cursor === undefined ? undefined : parsePlace(cursor, false);
}

/** A place in a list of dated records: the latest day first and, within a day, the newest entry. */
export function datedPlaceOf(cursor: string | undefined): DatedPlace | undefined {
  return cursor === undefined ? undefined : parsePlace(cursor, true);
}

function parsePlace(cursor: string, hasDate: boolean): DatedPlace {
  const found = place.exec(cursor)?.groups;
  if (!found || (found['date'] !== undefined) !== hasDate) throw Problem.field('cursor', 'Not a place in this list');
  return { date: found['date'] ?? '', createdAt: found['createdAt'] ?? '', id: found['id'] ?? '' };
}

/** So many rows of a list, after the place that the cursor names. */
export interface Slice {
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** A list as JSON. Not a string: it may be long, and is sent as it is. */
export type JsonText = Buffer & { readonly [jsonText]: true };
declare const jsonText: unique symbol;

/** Some milliseconds of work for the database, also where that is in this very thread; others are answered in between. */
const sliceRows = 1000;

/**
 * Writes a list, or the page of it that was asked for and the place of the next one with `linkNext`. Without a limit the list is
 * complete (ruling 3), of one moment, and written slice by slice.
 */
export function writeList(
  db: Db,
  { limit, cursor }: PageQuery,
  linkNext: (cursor: string) => void,
  write: (tx: Tx, slice: Slice) => Promise<JsonRows>,
): Promise<JsonText> {
  return inSnapshot(db, async (tx) => {
    const pieces: Uint8Array[] = [];
    let slice: Slice = { limit: limit ?? sliceRows, cursor };
    for (let isComplete = false; !isComplete;) {
      const { count, text, last } = await write(tx, slice);
      if (text !== null) pieces.push(pieces.length === 0 ? opening : comma, typeof text === 'string' ? Buffer.from(text) : text);
      const isFull = count === slice.limit && last !== null;
      isComplete = !isFull || limit !== undefined;
      if (isFull && limit !== undefined && (await write(tx, { limit: 1, cursor: last })).count > 0) linkNext(last);
      if (isFull) slice = { ...slice, cursor: last };
      if (!isComplete) await setImmediate();
    }
    return Buffer.concat([...(pieces.length === 0 ? [opening] : pieces), closing]) as JsonText;
  });
}

// A new line with each slice: a reader can take the list in by slices, and nowhere else in JSON as we write it is there one.
const [opening, comma, closing] = [Buffer.from('['), Buffer.from(',\n'), Buffer.from(']')];
