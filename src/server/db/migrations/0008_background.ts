import type { Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** Work in the background, and what its mails need. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine);
  const end = strict(engine);

  await db.schema
    .createTable('jobs')
    .addColumn('name', text, (c) => c.primaryKey())
    .addColumn('holder', text)
    .addColumn('lease_until', text)
    .addColumn('last_started_at', text)
    .addColumn('last_finished_at', text)
    .addColumn('last_error', text)
    .modifyEnd(end)
    .execute();

  // Mails that wait since before have their text alone.
  await db.schema.alterTable('outbox').addColumn('html', text).execute();

  // A trial is once per farm, and so is the mail that it ends soon.
  await db.schema.alterTable('farms').addColumn('trial_reminded_at', text).execute();

  await db.schema
    .createTable('email_changes')
    .addColumn('token_hash', text, (c) => c.primaryKey())
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('old_email', text, (c) => c.notNull())
    // Counts the person's changes: clocks may stand still or go back.
    .addColumn('position', integer, (c) => c.notNull())
    .addColumn('changed_at', text, (c) => c.notNull())
    .addUniqueConstraint('email_changes_of_user', ['user_id', 'position'])
    .modifyEnd(end)
    .execute();
}
