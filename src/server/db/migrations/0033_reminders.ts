import { sql, type Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** How what is due reaches a person: a calendar behind a link, and a mail in the morning. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine);
  await db.schema
    .createTable('reminders')
    .addColumn('farm_id', text, (c) => c.notNull().references('farms.id').onDelete('cascade'))
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('zone', text, (c) => c.notNull().check(sql`length(zone) <= 60`))
    .addColumn('calendar_hash', text, (c) => c.unique())
    .addColumn('calendar_kinds', text, (c) => c.notNull().check(sql`calendar_kinds like '[%]'`))
    .addColumn('calendar_made_at', text)
    .addColumn('calendar_read_at', text)
    .addColumn('mail_hour', integer, (c) => c.check(sql`mail_hour between 0 and 23`))
    .addColumn('mailed_on', text)
    .addPrimaryKeyConstraint('reminders_pk', ['farm_id', 'user_id'])
    .modifyEnd(strict(engine))
    .execute();
  await db.schema
    .createTable('calendar_entries')
    .addColumn('farm_id', text, (c) => c.notNull())
    .addColumn('user_id', text, (c) => c.notNull())
    .addColumn('key', text, (c) => c.notNull())
    .addColumn('day', text, (c) => c.notNull())
    .addColumn('title', text, (c) => c.notNull())
    .addColumn('note', text, (c) => c.notNull())
    .addColumn('sequence', integer, (c) => c.notNull())
    .addColumn('changed_at', text, (c) => c.notNull())
    .addColumn('cancelled_at', text)
    .addPrimaryKeyConstraint('calendar_entries_pk', ['farm_id', 'user_id', 'key'])
    .addForeignKeyConstraint('calendar_entries_reminders', ['farm_id', 'user_id'], 'reminders', ['farm_id', 'user_id'], (c) =>
      c.onDelete('cascade'),
    )
    .modifyEnd(strict(engine))
    .execute();
  await db.schema
    .createTable('mail_stops')
    .addColumn('token_hash', text, (c) => c.primaryKey().notNull())
    .addColumn('farm_id', text, (c) => c.notNull())
    .addColumn('user_id', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addForeignKeyConstraint('mail_stops_reminders', ['farm_id', 'user_id'], 'reminders', ['farm_id', 'user_id'], (c) =>
      c.onDelete('cascade'),
    )
    .modifyEnd(strict(engine))
    .execute();
  for (const statement of [
    // Where the mail has a link that ends its kind (RFC 8058).
    'alter table mails add column stop_url text',
    'create index reminders_user on reminders (user_id)',
    'create index reminders_mail on reminders (mail_hour, farm_id, user_id) where mail_hour is not null',
    'create index mail_stops_person on mail_stops (farm_id, user_id, created_at)',
  ]) {
    await sql.raw(statement).execute(db);
  }
}
