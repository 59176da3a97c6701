import { sql, type Kysely } from 'kysely';
import { columnTypes } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** The public page of a farm, which has one where it has a slug. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  const storefronts = db.schema.alterTable('storefronts');
  await storefronts.addColumn('slug', text).execute();
  await storefronts.addColumn('story', text).execute();
  await sql`create unique index storefronts_slug on storefronts (slug)`.execute(db);
  const columns = 'species, sex, price_cents, birth_date, is_registered, latitude, longitude, plain_words';
  const rest = engine === 'sqlite' ? `, ${columns}` : '';
  await sql.raw(`create index listings_of_farm on listings (farm_id, position${rest})`).execute(db);
}
