import { MarketSearch } from '#contract/market.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { MarketSample } from '#server/db/market-sample.ts';
import type { Tx } from '#server/db/transaction.ts';
import { yieldToEventLoop } from '#server/lists/yield-to-event-loop.ts';
import { filterOf } from './market-pages.ts';
import { listListings } from './market.queries.ts';

export const mostNew = 100;

interface Counting {
  readonly since: number;
  /** One's own animals are no news. */
  readonly except: FarmId | undefined;
  readonly today: string;
  readonly sampleOf: (db: Db) => Promise<MarketSample>;
}

/** The listings of a saved search that came on offer after a position, at most a hundred. */
export async function listNew(db: Db | Tx, stored: string, { since, except, today, sampleOf }: Counting): Promise<string[]> {
  const search = MarketSearch.safeParse(JSON.parse(stored));
  if (!search.success || (search.data.withinKm !== undefined && !search.data.near)) return [];
  await yieldToEventLoop();
  const filter = { ...filterOf(search.data, today), except, newerThan: since, limit: mostNew };
  return (await listListings(db, filter, sampleOf)).map(({ id }) => id);
}

export async function readNewestPosition(db: Db | Tx): Promise<number> {
  const { newest } = await db
    .selectFrom('listings')
    .select((eb) => eb.fn.max<number | string | null>('position').as('newest'))
    .executeTakeFirstOrThrow();
  return Number(newest ?? 0);
}
