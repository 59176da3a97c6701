import { setImmediate } from 'node:timers/promises';
import { MarketSearch } from '#contract/market.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { filterOf } from './market-pages.ts';
import { searchListings } from './search-listings.ts';

export const maxNew = 100;

interface Counting {
  readonly since: number;
  /** The person's own farm, whose animals do not count. */
  readonly except: FarmId | undefined;
  readonly today: string;
}

/** The positions of at most a hundred matching listings of a saved search after a position. */
export async function listNew(db: Db | Tx, stored: string, { since, except, today }: Counting): Promise<number[]> {
  const search = MarketSearch.safeParse(JSON.parse(stored));
  if (!search.success || (search.data.withinKm !== undefined && !search.data.near)) return [];
  await setImmediate();
  const filter = filterOf(search.data, today);
  const places = await searchListings(db, {
    ...filter,
    except,
    newerThan: since,
    sort: 'newest',
    after: undefined,
    limit: maxNew,
  });
  return places.map(({ position }) => position);
}

export async function readNewestPosition(db: Db | Tx): Promise<number> {
  const { newest } = await db
    .selectFrom('listings')
    .select((eb) => eb.fn.max<number | string | null>('position').as('newest'))
    .executeTakeFirstOrThrow();
  return Number(newest ?? 0);
}
