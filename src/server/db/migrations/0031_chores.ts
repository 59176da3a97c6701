import { sql, type Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';
import { tombstoneTriggers } from './0022_changes.ts';

/** What is to be done on a day, and what was put off. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine);
  await db.schema
    .createTable('chores')
    .addColumn('farm_id', text, (c) => c.notNull().references('farms.id').onDelete('cascade'))
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('name', text, (c) => c.notNull().check(sql`length(name) between 1 and 100`))
    .addColumn('subject', text, (c) => c.check(sql`length(subject) <= 200`))
    .addColumn('day', text, (c) => c.notNull().check(sql`length(day) = 10`))
    .addColumn('animal_ids', text, (c) => c.notNull().check(sql`animal_ids like '[%]'`))
    .addColumn('group_id', text)
    .addColumn('place_id', text)
    .addColumn('repeat', text, (c) => c.check(sql`length(repeat) <= 40`))
    .addColumn('note', text)
    .addColumn('put_off_to', text, (c) => c.check(sql`length(put_off_to) = 10`))
    .addColumn('reason', text)
    .addColumn('done_on', text, (c) => c.check(sql`length(done_on) = 10`))
    .addColumn('done_by', text)
    .addColumn('create_digest', text, (c) => c.notNull())
    .addColumn('version', integer, (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('archived_at', text)
    .addColumn('revision', engine === 'postgres' ? 'bigint' : 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('chores_pk', ['farm_id', 'id'])
    .addForeignKeyConstraint('chores_group_fk', ['farm_id', 'group_id'], 'groups', ['farm_id', 'id'])
    .addForeignKeyConstraint('chores_place_fk', ['farm_id', 'place_id'], 'places', ['farm_id', 'id'])
    .modifyEnd(strict(engine))
    .execute();
  for (const statement of [
    'create index chores_revision on chores (farm_id, revision, id)',
    'create index chores_group on chores (farm_id, group_id) where group_id is not null',
    'create index chores_place on chores (farm_id, place_id) where place_id is not null',
    ...tombstoneTriggers(engine, 'chores', 'chore'),
  ]) {
    await sql.raw(statement).execute(db);
  }
}
