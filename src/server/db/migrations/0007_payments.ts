import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { columnTypes, no, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** Checkouts, the subscriptions they lead to, what the provider said, and what it is still to be told. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer, boolean } = columnTypes(engine);
  const end = strict(engine);

  for (const column of ['plan_ends_at', 'plan_cycle', 'subscription_id']) {
    await db.schema.alterTable('farms').addColumn(column, text).execute();
  }
  await db.schema.createIndex('farms_plan_ends').on('farms').column('plan_ends_at').execute();

  await db.schema
    .createTable('checkouts')
    .addColumn('farm_id', text, (c) => c.notNull().references('farms.id'))
    .addColumn('id', text, (c) => c.notNull().unique())
    // Without a foreign key: who began it may leave a farm that others go on using.
    .addColumn('user_id', text, (c) => c.notNull())
    .addColumn('plan_type', text, (c) => c.notNull().check(sql`plan_type in ('basic', 'premium', 'enterprise')`))
    .addColumn('billing_cycle', text, (c) => c.notNull().check(sql`billing_cycle in ('monthly', 'yearly')`))
    .addColumn('list_cents', integer, (c) => c.notNull().check(sql`list_cents >= 0`))
    .addColumn('amount_cents', integer, (c) => c.notNull().check(sql`amount_cents between 0 and list_cents`))
    .addColumn('currency', text, (c) => c.notNull())
    // Without a foreign key: the price agreed holds when the coupon is deleted.
    .addColumn('coupon_id', text)
    .addColumn('trial_days', integer, (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull().check(sql`state in ('open', 'closed', 'held', 'granted')`))
    .addColumn('provider', text, (c) => c.notNull())
    .addColumn('provider_session_id', text, (c) => c.unique())
    .addColumn('url', text)
    .addColumn('create_digest', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('settled_at', text)
    .addColumn('checked_at', text)
    .addPrimaryKeyConstraint('checkouts_pk', ['farm_id', 'id'])
    .modifyEnd(end)
    .execute();
  await db.schema.createIndex('checkouts_state').on('checkouts').columns(['state', 'created_at']).execute();

  await db.schema
    .createTable('subscriptions')
    .addColumn('farm_id', text, (c) => c.notNull().references('farms.id'))
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('provider', text, (c) => c.notNull())
    .addColumn('customer_id', text)
    .addColumn('checkout_id', text, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('observed_at', text, (c) => c.notNull())
    .addColumn('period_ends_at', text)
    .addColumn('is_ending', boolean, (c) => c.notNull().defaultTo(no(engine)))
    .addColumn('ending_observed_at', text, (c) => c.notNull())
    .addColumn('checked_at', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('subscriptions_pk', ['farm_id', 'id'])
    .addForeignKeyConstraint('subscriptions_checkout', ['farm_id', 'checkout_id'], 'checkouts', ['farm_id', 'id'])
    .modifyEnd(end)
    .execute();
  await db.schema.createIndex('subscriptions_checkouts').on('subscriptions').columns(['farm_id', 'checkout_id']).execute();
  await db.schema.createIndex('subscriptions_status').on('subscriptions').columns(['status', 'period_ends_at']).execute();

  await db.schema
    .createTable('payment_events')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('happened_at', text, (c) => c.notNull())
    .addColumn('received_at', text, (c) => c.notNull())
    .addColumn('outcome', text, (c) => c.notNull().check(sql`outcome in ('applied', 'ignored', 'held')`))
    .modifyEnd(end)
    .execute();
  await db.schema.createIndex('payment_events_received').on('payment_events').column('received_at').execute();

  await db.schema
    .createTable('payment_tasks')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('provider', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull().check(sql`kind in ('end_subscription', 'close_checkout')`))
    .addColumn('subject', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('next_attempt_at', text, (c) => c.notNull())
    .addColumn('attempts', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('done_at', text)
    .addColumn('last_error', text)
    // Asked for twice, it is told once.
    .addUniqueConstraint('payment_tasks_once', ['kind', 'subject'])
    .modifyEnd(end)
    .execute();
  await db.schema.createIndex('payment_tasks_due').on('payment_tasks').columns(['done_at', 'next_attempt_at']).execute();

  await db.schema
    .createTable('payment_house')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('secret', text, (c) => c.notNull())
    .modifyEnd(end)
    .execute();
  await sql`insert into payment_house (id, secret) values (${uuidv7()}, ${randomBytes(32).toString('base64url')})`.execute(db);
}
