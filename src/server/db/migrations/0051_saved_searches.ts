import { sql, type Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** Searches of the marketplace that a person repeats, and the links that end the mails about them. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, boolean } = columnTypes(engine);
  const position = engine === 'postgres' ? sql`bigint` : sql`integer`;
  await db.schema
    .createTable('saved_searches')
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('search', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('wants_mail', boolean, (c) => c.notNull())
    .addColumn('seen_position', position, (c) => c.notNull())
    .addColumn('mailed_position', position, (c) => c.notNull())
    .addColumn('mailed_on', text)
    .addPrimaryKeyConstraint('saved_searches_pk', ['user_id', 'id'])
    .modifyEnd(strict(engine))
    .execute();
  await db.schema
    .createTable('search_mail_stops')
    .addColumn('token_hash', text, (c) => c.primaryKey().notNull())
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', text, (c) => c.notNull())
    .modifyEnd(strict(engine))
    .execute();
  await db.schema.createIndex('search_mail_stops_user').on('search_mail_stops').column('user_id').execute();
  await sql.raw('create index saved_searches_mail on saved_searches (mailed_on, user_id) where wants_mail').execute(db);
}
