import type { Changes } from '#contract/changes.ts';
import type { CollectionName } from '#domain/records/kinds.ts';
import { capitalized } from '#domain/values/text.ts';
import { ApiError, type CallName } from '#web/lib/server/api.ts';
import { copyForm } from './copy-form.ts';
import type { Cursor } from './database.ts';
import { collectionNames } from './farm-rows.ts';
import type { ServerConnection } from '../queue/server-connection.ts';

export type Page = Pick<Changes, CollectionName | 'gone'>;

/** The calls that return rows unchanged. */
export const listCalls: Readonly<Record<string, CollectionName>> = {
  ...Object.fromEntries(collectionNames.map((name) => [`list${capitalized(name)}`, name])),
  listReferenceAnimals: 'animals',
};

const listPageSize = 1000;
const changesPageSize = 5000;

interface Lists {
  /** The lowest revision of the farm before any of their pages: what has changed since is read afterwards. */
  readonly revision: number;
  /** The lists of which there is more, and where. */
  readonly next: readonly (readonly [call: string, cursor: string | undefined])[];
}

const allLists: Lists = { revision: Infinity, next: Object.keys(listCalls).map((call) => [call, undefined]) };

const mark = 'lists ';
const listsAt = (cursor: Cursor | undefined): Lists | undefined => {
  if (!cursor) return allLists;
  return cursor.since.startsWith(mark) ? (JSON.parse(cursor.since.slice(mark.length)) as Lists) : undefined;
};

const nothing = { ...Object.fromEntries(collectionNames.map((name) => [name, []])), gone: [] } as unknown as Page;

export interface FarmPart {
  readonly page: Page;
  readonly to: Cursor;
  readonly more: boolean;
}

/** Reads what comes after the cursor: first the lists of the farm, then what has changed. undefined if nothing has. */
export async function readNext(connection: ServerConnection, from: Cursor | undefined): Promise<FarmPart | undefined> {
  const lists = listsAt(from);
  if (lists || !from) return readLists(connection, from, lists ?? allLists);
  const { since, epoch, isComplete } = from;
  const changes = await connection.readChanges({ limit: changesPageSize, since, epoch });
  if (!changes) return isComplete ? undefined : { page: nothing, to: { ...from, isComplete: true }, more: false };
  const to = { epoch: changes.epoch, since: String(changes.to), isComplete: isComplete || !changes.more, form: copyForm };
  return { page: changes, to, more: changes.more };
}

/** The next page of each list. */
async function readLists(connection: ServerConnection, from: Cursor | undefined, { revision, next }: Lists): Promise<FarmPart> {
  const pages = await Promise.all(
    next.map(async ([call, cursor]) => {
      const query = { limit: listPageSize, cursor, ...(call === 'listEvents' && { includeVoided: 'true' }) };
      return { call, ...(await connection.readList(call as CallName, query)) };
    }),
  );
  const [epoch = '', ...others] = new Set([...(from ? [from.epoch] : []), ...pages.map(({ farm }) => farm.epoch)]);
  if (others.length > 0) throw restored;
  const rows: Record<string, object[]> = {};
  for (const { call, items } of pages) (rows[listCalls[call] ?? ''] ??= []).push(...items);
  const left: Lists = {
    revision: Math.min(revision, ...pages.map(({ farm }) => farm.revision)),
    next: pages.flatMap(({ call, nextCursor }) => (nextCursor === undefined ? [] : [[call, nextCursor] as const])),
  };
  const since = left.next.length > 0 ? mark + JSON.stringify(left) : String(left.revision);
  return { page: { ...nothing, ...rows }, to: { epoch, since, isComplete: false, form: copyForm }, more: true };
}

/** As the server says it of changes and operations: the lists are of a database that was restored in the meantime. */
const restored = new ApiError(409, JSON.stringify({ code: 'sync.reset' }));
