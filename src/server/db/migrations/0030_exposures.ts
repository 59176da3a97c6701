import { sql, type Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';
import { tombstoneTriggers } from './0022_changes.ts';

/** Which males were with which females, from day to day. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine);
  await db.schema
    .createTable('exposures')
    .addColumn('farm_id', text, (c) => c.notNull().references('farms.id').onDelete('cascade'))
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('name', text, (c) => c.notNull().check(sql`length(name) between 1 and 100`))
    .addColumn('male_ids', text, (c) => c.notNull().check(sql`male_ids like '[%]'`))
    .addColumn('female_ids', text, (c) => c.notNull().check(sql`female_ids like '[%]'`))
    .addColumn('group_id', text)
    .addColumn('in_day', text, (c) => c.notNull().check(sql`length(in_day) = 10`))
    .addColumn('out_day', text, (c) => c.check(sql`out_day >= in_day and length(out_day) = 10`))
    .addColumn('create_digest', text, (c) => c.notNull())
    .addColumn('version', integer, (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('archived_at', text)
    .addColumn('revision', engine === 'postgres' ? 'bigint' : 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('exposures_pk', ['farm_id', 'id'])
    .addForeignKeyConstraint('exposures_group_fk', ['farm_id', 'group_id'], 'groups', ['farm_id', 'id'])
    .modifyEnd(strict(engine))
    .execute();
  for (const statement of [
    'create index exposures_revision on exposures (farm_id, revision, id)',
    'create index exposures_group on exposures (farm_id, group_id) where group_id is not null',
    ...tombstoneTriggers(engine, 'exposures', 'exposure'),
  ]) {
    await sql.raw(statement).execute(db);
  }
}
