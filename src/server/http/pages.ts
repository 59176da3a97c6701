import { Problem } from './problem.ts';

/** A row's place in a list that shows the newest first. */
export interface Place {
  readonly createdAt: string;
  readonly id: string;
}

export interface DatedPlace extends Place {
  readonly date: string;
}

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

/**
 * Cuts a list that was read one row longer than `limit` down to its page and names the next one with `linkNext`.
 * Without a limit the list is complete (ruling 3). `dateOf`: the day a dated record is listed under.
 */
export function cutPage<R extends Place>(
  rows: R[],
  limit: number | undefined,
  linkNext: (cursor: string) => void,
  dateOf?: (row: R) => string,
): R[] {
  if (limit === undefined || rows.length <= limit) return rows;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (last) linkNext([...(dateOf ? [dateOf(last)] : []), last.createdAt, last.id].join('_'));
  return page;
}
