import { sql, type Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';
import { tombstoneTriggers } from './0022_changes.ts';

/** What is done with many animals one after the other, and which events were recorded so. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine);
  await db.schema
    .createTable('worklists')
    .addColumn('farm_id', text, (c) => c.notNull().references('farms.id').onDelete('cascade'))
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('name', text, (c) => c.notNull().check(sql`length(name) between 1 and 100`))
    .addColumn('work', text, (c) => c.notNull().check(sql`length(work) <= 40`))
    .addColumn('shared', text, (c) => c.notNull().check(sql`shared like '{%}'`))
    .addColumn('animal_ids', text, (c) => c.notNull().check(sql`animal_ids like '[%]'`))
    .addColumn('create_digest', text, (c) => c.notNull())
    .addColumn('version', integer, (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('archived_at', text)
    .addColumn('revision', engine === 'postgres' ? 'bigint' : 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('worklists_pk', ['farm_id', 'id'])
    .modifyEnd(strict(engine))
    .execute();
  for (const statement of [
    'create index worklists_revision on worklists (farm_id, revision, id)',
    ...tombstoneTriggers(engine, 'worklists', 'worklist'),
    `alter table events add column worklist_id text`,
    'create index events_worklists on events (farm_id, worklist_id, day, created_at, id) where worklist_id is not null',
  ]) {
    await sql.raw(statement).execute(db);
  }
}
