import { MarketSearch } from '#contract/market.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { ListingIndex } from '#server/db/listing-index.ts';
import type { Tx } from '#server/db/transaction.ts';
import { yieldToEventLoop } from '#server/lists/yield-to-event-loop.ts';
import { filterOf, resolve } from './market-pages.ts';

export const maxNew = 100;

interface Counting {
  readonly index: ListingIndex;
  readonly since: number;
  /** The person's own farm, whose animals do not count. */
  readonly except: FarmId | undefined;
  readonly today: string;
}

/** The positions of at most a hundred matching listings of a saved search after a position. */
export async function listNew(db: Db | Tx, stored: string, { index, since, except, today }: Counting): Promise<number[]> {
  const search = MarketSearch.safeParse(JSON.parse(stored));
  if (!search.success || (search.data.withinKm !== undefined && !search.data.near)) return [];
  await yieldToEventLoop();
  const filter = { ...filterOf(search.data, today), ...(await resolve(db, search.data)) };
  const places = index.search({ ...filter, except, newerThan: since, sort: 'newest', after: undefined, limit: maxNew });
  return places.map(({ position }) => position);
}

export async function readNewestPosition(db: Db | Tx): Promise<number> {
  const { newest } = await db
    .selectFrom('listings')
    .select((eb) => eb.fn.max<number | string | null>('position').as('newest'))
    .executeTakeFirstOrThrow();
  return Number(newest ?? 0);
}
