import { sql, type Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** Spreadsheets that farms bring in: the rows, what became of them, what they changed, and what the farm said of its columns. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer, boolean } = columnTypes(engine);
  const end = strict(engine);

  await db.schema
    .createTable('imports')
    .addColumn('farm_id', text, (c) => c.notNull().references('farms.id'))
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('file_name', text, (c) => c.notNull().check(sql`length(file_name) <= 200`))
    .addColumn('state', text, (c) => c.notNull().check(sql`state in ('staged', 'applied', 'undone')`))
    .addColumn('columns', text, (c) => c.notNull())
    .addColumn('answers', text, (c) => c.notNull())
    .addColumn('row_count', integer, (c) => c.notNull())
    .addColumn('applied', text)
    .addColumn('undone', text)
    .addColumn('create_digest', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('applied_at', text)
    .addColumn('undone_at', text)
    .addPrimaryKeyConstraint('imports_pk', ['farm_id', 'id'])
    .modifyEnd(end)
    .execute();

  await db.schema
    .createTable('import_rows')
    .addColumn('farm_id', text, (c) => c.notNull())
    .addColumn('import_id', text, (c) => c.notNull())
    .addColumn('row_number', integer, (c) => c.notNull())
    .addColumn('cells', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('import_rows_pk', ['farm_id', 'import_id', 'row_number'])
    .addForeignKeyConstraint('import_rows_import', ['farm_id', 'import_id'], 'imports', ['farm_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .modifyEnd(end)
    .execute();

  await db.schema
    .createTable('import_outcomes')
    .addColumn('farm_id', text, (c) => c.notNull())
    .addColumn('import_id', text, (c) => c.notNull())
    .addColumn('row_number', integer, (c) => c.notNull())
    .addColumn('verdict', text, (c) => c.notNull().check(sql`verdict in ('ready', 'changed', 'duplicate', 'refused')`))
    .addColumn('is_remarked', boolean, (c) => c.notNull())
    .addColumn('outcome', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('import_outcomes_pk', ['farm_id', 'import_id', 'row_number'])
    .addForeignKeyConstraint('import_outcomes_import', ['farm_id', 'import_id'], 'imports', ['farm_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .modifyEnd(end)
    .execute();

  await db.schema
    .createTable('import_changes')
    .addColumn('farm_id', text, (c) => c.notNull())
    .addColumn('import_id', text, (c) => c.notNull())
    .addColumn('animal_id', text, (c) => c.notNull())
    .addColumn('before', text, (c) => c.notNull())
    .addColumn('version_after', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('import_changes_pk', ['farm_id', 'import_id', 'animal_id'])
    .addForeignKeyConstraint('import_changes_import', ['farm_id', 'import_id'], 'imports', ['farm_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .addForeignKeyConstraint('import_changes_animal', ['farm_id', 'animal_id'], 'animals', ['farm_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .modifyEnd(end)
    .execute();
  await db.schema.createIndex('import_changes_animals').on('import_changes').columns(['farm_id', 'animal_id']).execute();
  await db.schema.createIndex('animals_imports').on('animals').columns(['farm_id', 'import_id']).execute();

  await db.schema
    .createTable('import_memory')
    .addColumn('farm_id', text, (c) => c.notNull().references('farms.id'))
    .addColumn('key', text, (c) => c.notNull().check(sql`length(key) <= 400`))
    .addColumn('value', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('import_memory_pk', ['farm_id', 'key'])
    .modifyEnd(end)
    .execute();
}
