import { sql, type Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** What a listing shows beyond the fields of its animal: more photos than the cover, a clip, and facts from the records. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine);
  await db.schema
    .createTable('listing_details')
    .addColumn('farm_id', text, (c) => c.notNull())
    .addColumn('animal_id', text, (c) => c.notNull())
    .addColumn('clip_url', text, (c) => c.check(sql`clip_url like 'https://%'`))
    // JSON: the names of the facts; null: those that the farm shares of all its animals.
    .addColumn('shared', text)
    .addPrimaryKeyConstraint('listing_details_pk', ['farm_id', 'animal_id'])
    .addForeignKeyConstraint('listing_details_animal', ['farm_id', 'animal_id'], 'animals', ['farm_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .modifyEnd(strict(engine))
    .execute();
  await db.schema
    .createTable('listing_photos')
    .addColumn('farm_id', text, (c) => c.notNull())
    .addColumn('animal_id', text, (c) => c.notNull())
    .addColumn('position', integer, (c) => c.notNull())
    .addColumn('url', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('listing_photos_pk', ['farm_id', 'animal_id', 'position'])
    .addForeignKeyConstraint('listing_photos_animal', ['farm_id', 'animal_id'], 'animals', ['farm_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .modifyEnd(strict(engine))
    .execute();
  await db.schema.createIndex('listing_photos_url').on('listing_photos').columns(['farm_id', 'url']).execute();
  await db.schema
    .alterTable('storefronts')
    .addColumn('shared', text, (c) => c.notNull().defaultTo('[]'))
    .execute();
}
