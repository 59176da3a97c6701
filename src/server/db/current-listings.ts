import { setImmediate } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import type { ListingFact } from '#domain/listings.ts';
import { hourMs } from '#server/time-after.ts';
import { isShared, type Db } from './connect.ts';
import { ListingIndex, type SearchedListing } from './listing-index.ts';

const loadedAtOnce = 1000;
/** Listings read in one batch. Updating the lists takes time, and other requests are served between two batches. */
const readAtOnce = 50;
/** Changes of listings are kept for a day. */
const secondsKnown = 86_400;
const longestUnreadMs = 12 * hourMs;

/** In SQLite the number of the last change that was read; in PostgreSQL the first transaction whose changes may not have been read. */
type Mark = number;

interface Changes {
  readonly mark: Mark | null;
  /** JSON. */
  readonly positions: string;
}

/** The marketplace in this server's memory, kept up to date with the database (decision 12). */
export class CurrentListings {
  readonly #db: Db;
  #index = new ListingIndex();
  /** Undefined: nothing has been read yet. */
  #mark: Mark | undefined;
  #readAt = 0;
  #reading: Promise<unknown> = Promise.resolve();
  #next: Promise<ListingIndex> | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Resolves with an index that contains everything committed before the call. Calls during a read, which may be too early for them, share the next one. */
  read(): Promise<ListingIndex> {
    this.#next ??= this.#reading.then(() => {
      this.#next = undefined;
      const reading = this.#read();
      this.#reading = reading.catch(() => {});
      return reading;
    });
    return this.#next;
  }

  async #read(): Promise<ListingIndex> {
    const unreadMs = Date.now() - this.#readAt;
    this.#readAt = Date.now();
    if (this.#mark === undefined || unreadMs < 0 || unreadMs > longestUnreadMs) await this.#load();
    else await this.#catchUp(this.#mark);
    return this.#index;
  }

  async #load(): Promise<void> {
    this.#mark = undefined;
    this.#index = new ListingIndex();
    const mark = await readMark(this.#db);
    for (let after: number | undefined = 0; after !== undefined;) {
      await setImmediate();
      const rows: ListingRow[] = await listAfter(this.#db, { after });
      this.#index.add(rows.map(parseRow));
      after = rows.at(-1)?.position;
    }
    this.#mark = mark;
  }

  async #catchUp(since: Mark): Promise<void> {
    const [changes] = await listChanges[isShared(this.#db) ? 'postgres' : 'sqlite'](this.#db, { since });
    const positions = JSON.parse(changes?.positions ?? '[]') as number[];
    for (let at = 0; at < positions.length; at += readAtOnce) {
      if (at > 0) await setImmediate();
      const some = positions.slice(at, at + readAtOnce);
      const rows = await listAt(this.#db, { positions: JSON.stringify(some) });
      this.#index.replace(some, rows.map(parseRow));
    }
    this.#mark = changes?.mark ?? since;
  }
}

/** Uses the database's clock, with which the changes were written. */
export async function purgeOldListingChanges(db: Db): Promise<void> {
  const now = isShared(db) ? sql<number>`cast(extract(epoch from now()) as bigint)` : sql<number>`unixepoch()`;
  await db
    .deleteFrom('listing_changes')
    .where('at', '<', sql<number>`${now} - ${sql.lit(secondsKnown)}`)
    .execute();
}

const firstRunning = sql<number>`cast(cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as bigint)`;

async function readMark(db: Db): Promise<Mark> {
  const { mark } = await (
    isShared(db)
      ? db.selectNoFrom(firstRunning.as('mark'))
      : db.selectFrom('listing_changes').select((eb) => eb.fn.max<number | null>('change').as('mark'))
  ).executeTakeFirstOrThrow();
  return mark ?? 0;
}

const listChanges = {
  sqlite: (db: Db, { since }: { since: Mark }) =>
    db
      .selectFrom('listing_changes')
      .select([sql<number | null>`max(change)`.as('mark'), sql<string>`json_group_array(distinct position)`.as('positions')])
      .where('change', '>', since)
      .execute(),
  // Every transaction before the first one that runs has ended, and is seen by this statement.
  postgres: (db: Db, { since }: { since: Mark }) =>
    db
      .selectNoFrom([
        firstRunning.as('mark'),
        sql<string>`(select cast(coalesce(json_agg(distinct position), '[]') as text) from listing_changes
        where change >= cast(cast(${since} as text) as xid8))`.as('positions'),
      ])
      .execute(),
} satisfies Record<string, (db: Db, values: { since: Mark }) => Promise<Changes[]>>;

/** Whether the listing shows the fact: its own choice, or that of its farm. */
const shows = (fact: ListingFact) =>
  sql<boolean>`coalesce(listing_details.shared, storefronts.shared, '') like ${sql.lit(`%"${fact}"%`)}`;

/** The listings with what their farms present. */
export const presentedListings = (db: Db) =>
  db
    .selectFrom('listings')
    .leftJoin('storefronts', 'storefronts.farm_id', 'listings.farm_id')
    .leftJoin('listing_details', (join) =>
      join
        .onRef('listing_details.farm_id', '=', 'listings.farm_id')
        .onRef('listing_details.animal_id', '=', 'listings.animal_id'),
    );

/** In a query of `presentedListings`. */
export const shownBirthDate = sql<string | null>`case when ${shows('birth')} then birth_date end`;

/** Facts that a listing does not show are not searchable, so that they cannot be found out by trying filters. */
const selectSearched = (db: Db) =>
  presentedListings(db).select([
    'position',
    'listings.farm_id as farmId',
    'words',
    'species',
    'sex',
    'price_cents as cents',
    shownBirthDate.as('birthDate'),
    sql<boolean | number>`(is_registered and ${shows('registration')})`.as('isRegistered'),
    'listings.latitude',
    'listings.longitude',
  ]);

type ListingRow = Omit<SearchedListing, 'isRegistered'> & { readonly isRegistered: boolean | number };

const parseRow = (row: ListingRow): SearchedListing => ({ ...row, isRegistered: Boolean(row.isRegistered) });

const listAfter = (db: Db, { after }: { after: number }) =>
  selectSearched(db).where('position', '>', after).orderBy('position').limit(loadedAtOnce).execute();

/** `positions` is a JSON array, so that the statement is the same for any number of them. */
export const hasPosition = (db: Db, positions: string): RawBuilder<boolean> =>
  isShared(db)
    ? sql<boolean>`position = any(array(select cast(json_array_elements_text(cast(${positions} as json)) as bigint)))`
    : sql<boolean>`position in (select value from json_each(${positions}))`;

const listAt = (db: Db, { positions }: { positions: string }) => selectSearched(db).where(hasPosition(db, positions)).execute();
