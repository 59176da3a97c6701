import { sql, type Kysely } from 'kysely';
import { strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/**
 * Which listings have changed, in the order of the commits: each server searches the marketplace in its memory (db/listing-index.ts) and reads
 * here what to read anew. What only served the search in the database goes.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const isShared = engine === 'postgres';
  await db.schema
    .createTable('listing_changes')
    // A number in PostgreSQL would be taken before the commit, and a later one might be committed earlier.
    .$call((table) =>
      isShared
        ? table.addColumn('change', sql`xid8`, (c) => c.notNull().defaultTo(sql`pg_current_xact_id()`))
        : table.addColumn('change', 'integer', (c) => c.primaryKey().autoIncrement()),
    )
    .addColumn('position', isShared ? 'bigint' : 'integer', (c) => c.notNull())
    .addColumn('at', isShared ? 'bigint' : 'integer', (c) =>
      c.notNull().defaultTo(isShared ? sql`cast(extract(epoch from now()) as bigint)` : sql`(unixepoch())`),
    )
    .modifyEnd(strict(engine))
    .execute();
  if (isShared) await db.schema.createIndex('listing_changes_change').on('listing_changes').column('change').execute();
  await db.schema.createIndex('listing_changes_at').on('listing_changes').column('at').execute();
  for (const statement of isShared ? inPostgres : inSqlite) await sql.raw(statement).execute(db);
}

/** What a listing is searched and sorted by. */
const searched = ['words', 'species', 'sex', 'price_cents', 'birth_date', 'is_registered', 'latitude', 'longitude', 'farm_id'];
const update = `update of ${searched.join(', ')} on listings`;
const isOther = (differs: string): string => searched.map((column) => `old.${column} ${differs} new.${column}`).join(' or ');

const indexes = ['listings_filter', 'listings_by_price', 'listings_by_place', 'listings_of_farm'];

const inSqlite = [
  `drop trigger listings_added`,
  `drop trigger listings_changed`,
  `drop trigger listings_removed`,
  `drop table listing_words`,
  ...indexes.map((index) => `drop index ${index}`),
  `alter table listings drop column plain_words`,
  `create trigger listing_added after insert on listings begin insert into listing_changes (position) values (new.position); end`,
  `create trigger listing_changed after ${update} when ${isOther('is not')}
   begin insert into listing_changes (position) values (new.position); end`,
  `create trigger listing_removed after delete on listings begin insert into listing_changes (position) values (old.position); end`,
];

const inPostgres = [
  ...[...indexes, 'listings_words'].map((index) => `drop index ${index}`),
  `drop function trigrams`,
  `create function log_listing() returns trigger language plpgsql as $$ begin
     insert into listing_changes (position) values (coalesce(new.position, old.position));
     return null;
   end $$`,
  `create trigger listing_added after insert or delete on listings for each row execute function log_listing()`,
  `create trigger listing_changed after ${update} for each row when (${isOther('is distinct from')}) execute function log_listing()`,
];
