import { sql, type Kysely } from 'kysely';
import { columnTypes, no, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** Animals and the farm's pictures. Parents are of the same farm by key: another farm's animal cannot even be stored. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer, boolean } = columnTypes(engine);
  const end = strict(engine);

  await db.schema
    .createTable('animals')
    .addColumn('farm_id', text, (c) => c.notNull().references('farms.id'))
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('tag_number', text, (c) => c.notNull().check(sql`length(tag_number) between 1 and 100`))
    .addColumn('name', text, (c) => c.check(sql`length(name) <= 100`))
    .addColumn('species', text, (c) => c.notNull().check(sql`species in ('goat', 'sheep')`))
    .addColumn('sex', text, (c) => c.notNull().check(sql`sex in ('male', 'female')`))
    .addColumn('birth_date', text, (c) => c.check(sql`length(birth_date) = 10`))
    .addColumn('birth_year', integer)
    .addColumn('breed', text, (c) => c.check(sql`length(breed) <= 100`))
    .addColumn('color', text, (c) => c.check(sql`length(color) <= 100`))
    .addColumn('mother_id', text)
    .addColumn('father_id', text)
    .addColumn('pedigree_url', text, (c) => c.check(sql`length(pedigree_url) <= 2048`))
    .addColumn('vaccinated', boolean, (c) => c.notNull().defaultTo(no(engine)))
    .addColumn('image_url', text, (c) => c.check(sql`length(image_url) <= 2048`))
    .addColumn('notes', text, (c) => c.check(sql`length(notes) <= 2000`))
    .addColumn('status', text, (c) => c.notNull().check(sql`status in ('active', 'sold', 'died')`))
    .addColumn('health_status', text, (c) => c.notNull().check(sql`health_status in ('1', '2', '3', '4', '5')`))
    .addColumn('for_sale', boolean, (c) => c.notNull().defaultTo(no(engine)))
    .addColumn('sale_price_cents', integer, (c) => c.check(sql`sale_price_cents between 0 and 100000000`))
    .addColumn('sale_description', text, (c) => c.check(sql`length(sale_description) <= 2000`))
    .addColumn('birth_weight_grams', integer, (c) => c.check(sql`birth_weight_grams > 0`))
    .addColumn('weaning_weight_grams', integer, (c) => c.check(sql`weaning_weight_grams > 0`))
    .addColumn('weaning_age_days', integer, (c) => c.check(sql`weaning_age_days > 0`))
    .addColumn('is_reference', boolean, (c) => c.notNull().defaultTo(no(engine)))
    .addColumn('import_id', text)
    .addColumn('create_digest', text, (c) => c.notNull())
    .addColumn('version', integer, (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('updated_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('animals_pk', ['farm_id', 'id'])
    .addForeignKeyConstraint('animals_mother', ['farm_id', 'mother_id'], 'animals', ['farm_id', 'id'])
    .addForeignKeyConstraint('animals_father', ['farm_id', 'father_id'], 'animals', ['farm_id', 'id'])
    .addCheckConstraint('animals_born_once', sql`birth_date is null or birth_year is null`)
    .addCheckConstraint('animals_not_own_parent', sql`mother_id <> id and father_id <> id`)
    .modifyEnd(end)
    .execute();
  await db.schema.createIndex('animals_mothers').on('animals').columns(['farm_id', 'mother_id']).execute();
  await db.schema.createIndex('animals_fathers').on('animals').columns(['farm_id', 'father_id']).execute();
  await db.schema.createIndex('animals_order').on('animals').columns(['farm_id', 'is_reference', 'created_at', 'id']).execute();
  await db.schema.createIndex('animals_status').on('animals').columns(['farm_id', 'is_reference', 'status']).execute();

  await db.schema
    .createTable('files')
    .addColumn('farm_id', text, (c) => c.notNull().references('farms.id'))
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('bytes', integer, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('files_pk', ['farm_id', 'name'])
    .modifyEnd(end)
    .execute();
}
