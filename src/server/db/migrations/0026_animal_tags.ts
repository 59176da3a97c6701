import { sql, type Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';
import { tombstoneTriggers } from './0022_changes.ts';

/** Numbers by which an animal is known besides its ear tag. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine);
  await db.schema
    .createTable('animal_tags')
    .addColumn('farm_id', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('animal_id', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull().check(sql`length(kind) <= 40`))
    .addColumn('number', text, (c) => c.notNull().check(sql`length(number) between 1 and 60`))
    .addColumn('number_key', text, (c) => c.notNull())
    .addColumn('from_day', text, (c) => c.check(sql`length(from_day) = 10`))
    .addColumn('to_day', text, (c) => c.check(sql`length(to_day) = 10`))
    .addColumn('import_id', text)
    .addColumn('create_digest', text, (c) => c.notNull())
    .addColumn('version', integer, (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('revision', engine === 'postgres' ? 'bigint' : 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('animal_tags_pk', ['farm_id', 'id'])
    .addForeignKeyConstraint('animal_tags_animal', ['farm_id', 'animal_id'], 'animals', ['farm_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .modifyEnd(strict(engine))
    .execute();
  for (const statement of [
    'create index animal_tags_animals on animal_tags (farm_id, animal_id, created_at, id)',
    'create index animal_tags_numbers on animal_tags (farm_id, number_key)',
    'create index animal_tags_order on animal_tags (farm_id, created_at, id)',
    'create index animal_tags_imports on animal_tags (farm_id, import_id, id) where import_id is not null',
    'create index animal_tags_revision on animal_tags (farm_id, revision, id)',
    ...tombstoneTriggers(engine, 'animal_tags', 'animalTag'),
  ]) {
    await sql.raw(statement).execute(db);
  }
}
