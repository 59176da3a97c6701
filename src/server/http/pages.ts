import { Problem } from './problem.ts';

/** A row's place in a list that shows the newest first. */
export interface Place {
  readonly createdAt: string;
  readonly id: string;
}

export interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

const shape = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

export function placeOf(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const [, createdAt, id] = shape.exec(cursor) ?? [];
  if (createdAt === undefined || id === undefined) throw Problem.field('cursor', 'Not a place in this list');
  return { createdAt, id };
}

/**
 * Cuts a list that was read one row longer than `limit` down to its page and names the next one with `linkNext`.
 * Without a limit the list is complete (ruling 3).
 */
export function cutPage<R extends Place>(rows: R[], limit: number | undefined, linkNext: (cursor: string) => void): R[] {
  if (limit === undefined || rows.length <= limit) return rows;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (last) linkNext(`${last.createdAt}_${last.id}`);
  return page;
}
