import type { Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** What administrators do, and what a deleted farm leaves to be cleared away. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  const end = strict(engine);

  await db.schema
    .createTable('audit_log')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('happened_at', text, (c) => c.notNull())
    // People by id and without a foreign key: the line outlives the account, their name does not.
    .addColumn('admin_id', text, (c) => c.notNull())
    .addColumn('action', text, (c) => c.notNull())
    .addColumn('user_id', text)
    .addColumn('subject', text)
    .addColumn('detail', text)
    .modifyEnd(end)
    .execute();

  await db.schema
    .createTable('abandoned_pictures')
    .addColumn('name', text, (c) => c.primaryKey())
    .addColumn('abandoned_at', text, (c) => c.notNull())
    .modifyEnd(end)
    .execute();
}
