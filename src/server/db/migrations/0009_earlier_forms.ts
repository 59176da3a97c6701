import { sql, type Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/**
 * Steps 0001, 0007, 0008 and 0012 were edited after databases had already taken them, on the first two days of the program. Such a
 * database gets what it lacks here, and loses the columns that nothing reads. A database that took the steps as they are now gets
 * only the column that makes every later edit visible.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  const has = (table: string, column: string): Promise<boolean> => hasColumn(db, engine, table, column);

  if (await has('users', 'failed_logins')) await db.schema.alterTable('users').dropColumn('failed_logins').execute();
  if (await has('subscriptions', 'trial_notice_at')) {
    await db.schema.alterTable('subscriptions').dropColumn('trial_notice_at').execute();
  }
  if (!(await has('farms', 'trial_reminded_at'))) {
    await db.schema.alterTable('farms').addColumn('trial_reminded_at', text).execute();
  }
  if (!(await has('email_changes', 'position'))) await numberEmailChanges(db, engine);
  if (engine === 'postgres') {
    await sql`alter index if exists listings_words set (gin_pending_list_limit = 128)`.execute(db);
  }
  await db.schema.alterTable('kysely_migration').addColumn('digest', text).execute();
}

async function hasColumn(db: Kysely<unknown>, engine: Engine, table: string, column: string): Promise<boolean> {
  const { rows } = await (
    engine === 'sqlite'
      ? sql`select 1 from pragma_table_info(${table}) where name = ${column}`
      : sql`select 1 from information_schema.columns
            where table_schema = current_schema() and table_name = ${table} and column_name = ${column}`
  ).execute(db);
  return rows.length > 0;
}

/** The table is made anew, because SQLite cannot add a constraint to one that exists. */
async function numberEmailChanges(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine);
  const { rows } = await sql<Record<'token_hash' | 'user_id' | 'old_email' | 'changed_at', string> & { position: number }>`
    select token_hash, user_id, old_email, changed_at,
           row_number() over (partition by user_id order by changed_at, token_hash) as position
    from email_changes`.execute(db);
  await db.schema.dropTable('email_changes').execute();
  await db.schema
    .createTable('email_changes')
    .addColumn('token_hash', text, (c) => c.primaryKey())
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('old_email', text, (c) => c.notNull())
    .addColumn('position', integer, (c) => c.notNull())
    .addColumn('changed_at', text, (c) => c.notNull())
    .addUniqueConstraint('email_changes_of_user', ['user_id', 'position'])
    .modifyEnd(strict(engine))
    .execute();
  for (const { token_hash, user_id, old_email, position, changed_at } of rows) {
    await sql`insert into email_changes (token_hash, user_id, old_email, position, changed_at)
              values (${token_hash}, ${user_id}, ${old_email}, ${position}, ${changed_at})`.execute(db);
  }
}
