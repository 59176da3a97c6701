import { sql, type Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** What the people who run the product say of themselves, whether everybody may register, and links for those who may anyway. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  await db.schema
    .createTable('site_settings')
    .addColumn('name', text, (c) => c.primaryKey().notNull())
    .addColumn('value', text, (c) => c.notNull().check(sql`length(value) between 1 and 1000`))
    .modifyEnd(strict(engine))
    .execute();
  await db.schema
    .createTable('registration_links')
    .addColumn('token_hash', text, (c) => c.primaryKey().notNull())
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('email_key', text, (c) => c.notNull().unique())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .modifyEnd(strict(engine))
    .execute();
  await db.schema.createIndex('registration_links_expiry').on('registration_links').column('expires_at').execute();
}
