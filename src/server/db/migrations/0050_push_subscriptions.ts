import { sql, type Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** The devices on which a person is reminded. Each belongs to a session there, and ends with it. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine);
  await db.schema
    .createTable('push_subscriptions')
    .addColumn('farm_id', text, (c) => c.notNull())
    .addColumn('session_hash', text, (c) => c.notNull().references('sessions.token_hash').onDelete('cascade'))
    .addColumn('user_id', text, (c) => c.notNull())
    .addColumn('endpoint', text, (c) => c.notNull().check(sql`length(endpoint) <= 1000`))
    .addColumn('p256dh', text, (c) => c.notNull().check(sql`length(p256dh) <= 100`))
    .addColumn('auth', text, (c) => c.notNull().check(sql`length(auth) <= 40`))
    .addColumn('zone', text, (c) => c.notNull().check(sql`length(zone) <= 60`))
    .addColumn('hour', integer, (c) => c.notNull().check(sql`hour between 0 and 23`))
    .addColumn('pushed_on', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('push_subscriptions_pk', ['farm_id', 'session_hash'])
    .addForeignKeyConstraint(
      'push_subscriptions_membership',
      ['farm_id', 'user_id'],
      'memberships',
      ['farm_id', 'user_id'],
      (c) => c.onDelete('cascade'),
    )
    .modifyEnd(strict(engine))
    .execute();
  for (const statement of [
    'create index push_subscriptions_session on push_subscriptions (session_hash)',
    'create index push_subscriptions_person on push_subscriptions (farm_id, user_id, created_at)',
  ]) {
    await sql.raw(statement).execute(db);
  }
}
