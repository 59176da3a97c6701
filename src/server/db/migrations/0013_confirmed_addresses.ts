import { sql, type Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** Addresses are confirmed, several temporary passwords are valid side by side, and mails have an order and daily limits. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  const end = strict(engine);

  await db.schema.alterTable('users').addColumn('email_confirmed_at', text).execute();
  await db.schema.alterTable('users').addColumn('email_typed_in', text).execute();
  // Mails have gone to these addresses all along. Taken as unconfirmed, farms that pay would hear nothing of their payments any more,
  // and strangers could use up the few mails a day that their password resets would share.
  await sql`update users set email_confirmed_at = created_at`.execute(db);

  await db.schema
    .createTable('email_confirmations')
    .addColumn('token_hash', text, (c) => c.primaryKey())
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .modifyEnd(end)
    .execute();
  await db.schema.createIndex('email_confirmations_user').on('email_confirmations').column('user_id').execute();

  await db.schema.alterTable('email_changes').addColumn('old_confirmed_at', text).execute();
  await sql`update email_changes set old_confirmed_at = changed_at`.execute(db);

  await db.schema.alterTable('temporary_passwords').renameTo('single_temporary_passwords').execute();
  await db.schema
    .createTable('temporary_passwords')
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('password_hash', text, (c) => c.notNull())
    // Its first letters, by which the right one is found without hashing for each.
    .addColumn('beginning', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('temporary_passwords_pk', ['user_id', 'password_hash'])
    .modifyEnd(end)
    .execute();
  await sql`insert into temporary_passwords (user_id, password_hash, beginning, expires_at)
            select user_id, password_hash, '', expires_at from single_temporary_passwords where attempts_left > 0`.execute(db);
  await db.schema.dropTable('single_temporary_passwords').execute();

  await db.schema.dropIndex('outbox_due').execute();
  await db.schema.alterTable('outbox').dropColumn('to_name').execute();
  for (const column of ['budget', 'origin', 'send_order']) {
    await db.schema
      .alterTable('outbox')
      .addColumn(column, text, (c) => c.notNull().defaultTo(''))
      .execute();
  }
  await sql`update outbox set send_order = created_at`.execute(db);
  await db.schema.createIndex('outbox_waiting').on('outbox').columns(['sent_at', 'send_order']).execute();
  await db.schema.createIndex('outbox_origin').on('outbox').columns(['origin', 'sent_at', 'send_order']).execute();
  await db.schema.createIndex('outbox_budget').on('outbox').columns(['budget', 'created_at']).execute();
}
