import { sql, type Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** Addresses that are told what changed on a farm, and what they were told. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine);
  const revision = engine === 'postgres' ? 'bigint' : 'integer';
  await db.schema
    .createTable('hooks')
    .addColumn('farm_id', text, (c) => c.notNull().references('farms.id').onDelete('cascade'))
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('url', text, (c) => c.notNull().check(sql`length(url) <= 2000`))
    .addColumn('events', text, (c) => c.notNull().check(sql`events like '[%]'`))
    .addColumn('secret', text, (c) => c.notNull())
    .addColumn('previous_secret', text)
    .addColumn('previous_until', text)
    .addColumn('state', text, (c) => c.notNull().check(sql`state in ('on', 'off')`))
    .addColumn('off_reason', text)
    .addColumn('seen_revision', revision, (c) => c.notNull())
    .addColumn('seen_n', integer, (c) => c.notNull())
    .addColumn('created_by', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('hooks_pk', ['farm_id', 'id'])
    .modifyEnd(strict(engine))
    .execute();
  await db.schema
    .createTable('hook_deliveries')
    .addColumn('farm_id', text, (c) => c.notNull())
    .addColumn('hook_id', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('revision', revision, (c) => c.notNull())
    .addColumn('n', integer, (c) => c.notNull())
    .addColumn('subject', text, (c) => c.notNull())
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('record_id', text, (c) => c.notNull())
    .addColumn('at', text, (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull().check(sql`state in ('waiting', 'done', 'failed', 'held')`))
    .addColumn('attempts', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('run_at', text, (c) => c.notNull())
    .addColumn('tried_at', text)
    .addColumn('outcome', text)
    .addPrimaryKeyConstraint('hook_deliveries_pk', ['farm_id', 'id'])
    .addForeignKeyConstraint('hook_deliveries_hook', ['farm_id', 'hook_id'], 'hooks', ['farm_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .modifyEnd(strict(engine))
    .execute();
  for (const statement of [
    'create index hooks_maker on hooks (created_by)',
    'create index hook_deliveries_newest on hook_deliveries (farm_id, hook_id, id)',
    `create index hook_deliveries_order on hook_deliveries (farm_id, hook_id, subject, revision, n) where state = 'waiting'`,
    `create index hook_deliveries_due on hook_deliveries (run_at) where state = 'waiting'`,
  ]) {
    await sql.raw(statement).execute(db);
  }
}
