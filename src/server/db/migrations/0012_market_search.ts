import { sql, type Kysely } from 'kysely';
import type { Engine } from '../connect.ts';

/**
 * A search asks the index for the rarest three letters only and looks for the words themselves in the text (db/listing-search.ts).
 * In SQLite the narrow index holds that text in small letters; null where FTS5 must be asked, since it alone knows which letter an
 * accented one is found by. In PostgreSQL the index alone keeps the trigrams: beside each row they made the table three times as large.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const statement of engine === 'sqlite' ? inSqlite : inPostgres) await sql.raw(statement).execute(db);
}

const inSqlite = [
  `alter table listings add column plain_words text
     generated always as (case when length(words) = octet_length(words) then lower(words) end) virtual`,
  `drop index listings_filter`,
  `create index listings_filter on listings (position, species, price_cents, farm_id, plain_words)`,
];

const inPostgres = [
  `alter table listings drop column trigrams`,
  // Rewrites the rows without it.
  `cluster listings using listings_pkey`,
  // What was written last waits in a list that every search reads: at its usual 4 MB rare words took four times as long.
  `create index listings_words on listings using gin ((trigrams(words) collate "C")) with (gin_pending_list_limit = 128)`,
];
