import { sql, type Kysely } from 'kysely';
import { columnTypes, no, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** Health and breeding records. They hang on animals of the same farm by key and go with them (ruling 23). */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer, boolean } = columnTypes(engine);
  const end = strict(engine);

  await db.schema
    .createTable('health_records')
    .addColumn('farm_id', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('animal_id', text, (c) => c.notNull())
    .addColumn('date', text, (c) => c.notNull().check(sql`length(date) = 10`))
    .addColumn('record_type', text, (c) => c.notNull().check(sql`length(record_type) <= 40`))
    .addColumn('health_status', text, (c) => c.notNull().check(sql`health_status in ('1', '2', '3', '4', '5')`))
    .addColumn('description', text, (c) => c.notNull().check(sql`length(description) <= 500`))
    .addColumn('weight_grams', integer, (c) => c.check(sql`weight_grams > 0`))
    .addColumn('veterinarian', text, (c) => c.notNull().check(sql`length(veterinarian) <= 100`))
    .addColumn('medication', text, (c) => c.notNull().check(sql`length(medication) <= 100`))
    .addColumn('dosage', text, (c) => c.notNull().check(sql`length(dosage) <= 100`))
    .addColumn('next_due_date', text, (c) => c.check(sql`length(next_due_date) = 10`))
    .addColumn('notes', text, (c) => c.notNull().check(sql`length(notes) <= 255`))
    .addColumn('cdnt', boolean, (c) => c.notNull().defaultTo(no(engine)))
    .addColumn('hoofs_trimmed', boolean, (c) => c.notNull().defaultTo(no(engine)))
    .addColumn('dewormed', boolean, (c) => c.notNull().defaultTo(no(engine)))
    .addColumn('create_digest', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('health_records_pk', ['farm_id', 'id'])
    .addForeignKeyConstraint('health_records_animal', ['farm_id', 'animal_id'], 'animals', ['farm_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .modifyEnd(end)
    .execute();
  await db.schema
    .createIndex('health_records_order')
    .on('health_records')
    .columns(['farm_id', 'date', 'created_at', 'id'])
    .execute();
  await db.schema.createIndex('health_records_animals').on('health_records').columns(['farm_id', 'animal_id', 'date']).execute();

  await db.schema
    .createTable('breeding_records')
    .addColumn('farm_id', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('father_id', text, (c) => c.notNull())
    .addColumn('mother_id', text, (c) => c.notNull())
    .addColumn('breeding_date', text, (c) => c.notNull().check(sql`length(breeding_date) = 10`))
    .addColumn('expected_due_date', text, (c) => c.notNull().check(sql`length(expected_due_date) = 10`))
    .addColumn('actual_birth_date', text, (c) => c.check(sql`length(actual_birth_date) = 10`))
    .addColumn('notes', text, (c) => c.check(sql`length(notes) <= 2000`))
    .addColumn('outcome', text, (c) => c.notNull().check(sql`outcome in ('pending', 'successful', 'unsuccessful')`))
    .addColumn('create_digest', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('breeding_records_pk', ['farm_id', 'id'])
    .addForeignKeyConstraint('breeding_records_father', ['farm_id', 'father_id'], 'animals', ['farm_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .addForeignKeyConstraint('breeding_records_mother', ['farm_id', 'mother_id'], 'animals', ['farm_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .addCheckConstraint('breeding_records_two_parents', sql`father_id <> mother_id`)
    .addCheckConstraint('breeding_records_birth_after_breeding', sql`actual_birth_date >= breeding_date`)
    .modifyEnd(end)
    .execute();
  await db.schema
    .createIndex('breeding_records_order')
    .on('breeding_records')
    .columns(['farm_id', 'breeding_date', 'created_at', 'id'])
    .execute();
  await db.schema.createIndex('breeding_records_fathers').on('breeding_records').columns(['farm_id', 'father_id']).execute();
  await db.schema.createIndex('breeding_records_mothers').on('breeding_records').columns(['farm_id', 'mother_id']).execute();

  await db.schema
    .createTable('breeding_offspring')
    .addColumn('farm_id', text, (c) => c.notNull())
    .addColumn('breeding_id', text, (c) => c.notNull())
    .addColumn('position', integer, (c) => c.notNull().check(sql`position between 1 and 4`))
    .addColumn('animal_id', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('breeding_offspring_pk', ['farm_id', 'breeding_id', 'position'])
    .addUniqueConstraint('breeding_offspring_once', ['farm_id', 'breeding_id', 'animal_id'])
    .addForeignKeyConstraint(
      'breeding_offspring_record',
      ['farm_id', 'breeding_id'],
      'breeding_records',
      ['farm_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .addForeignKeyConstraint('breeding_offspring_animal', ['farm_id', 'animal_id'], 'animals', ['farm_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .modifyEnd(end)
    .execute();
  await db.schema.createIndex('breeding_offspring_animals').on('breeding_offspring').columns(['farm_id', 'animal_id']).execute();
}
