import { sql, type Kysely } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { columnTypes, no, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** Farms, people, sessions, mail and plans. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer, boolean } = columnTypes(engine);
  const end = strict(engine);

  await db.schema
    .createTable('farms')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('name', text)
    .addColumn('address', text)
    .addColumn('logo_url', text)
    .addColumn('plan_type', text, (c) => c.check(sql`plan_type in ('guest', 'basic', 'premium', 'enterprise')`))
    .addColumn('plan_status', text)
    .addColumn('trial_used_at', text)
    .addColumn('revision', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', text, (c) => c.notNull())
    .modifyEnd(end)
    .execute();

  await db.schema
    .createTable('users')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('farm_id', text, (c) => c.notNull().references('farms.id'))
    .addColumn('username', text, (c) => c.notNull())
    .addColumn('username_key', text, (c) => c.notNull().unique())
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('owner_name', text)
    .addColumn('phone', text)
    .addColumn('password_hash', text, (c) => c.notNull())
    .addColumn('is_admin', boolean, (c) => c.notNull().defaultTo(no(engine)))
    .addColumn('created_at', text, (c) => c.notNull())
    .modifyEnd(end)
    .execute();
  await db.schema.createIndex('users_farm').on('users').column('farm_id').execute();

  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', text, (c) => c.primaryKey())
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .addColumn('has_temporary_password', boolean, (c) => c.notNull().defaultTo(no(engine)))
    .modifyEnd(end)
    .execute();
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute();
  await db.schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute();

  await db.schema
    .createTable('temporary_passwords')
    .addColumn('user_id', text, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('password_hash', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .addColumn('attempts_left', integer, (c) => c.notNull())
    .modifyEnd(end)
    .execute();

  await db.schema
    .createTable('setup_links')
    .addColumn('token_hash', text, (c) => c.primaryKey())
    .addColumn('created_at', text, (c) => c.notNull())
    .modifyEnd(end)
    .execute();

  await db.schema
    .createTable('rate_limits')
    .addColumn('key', text, (c) => c.primaryKey())
    .addColumn('window_start', text, (c) => c.notNull())
    .addColumn('hits', integer, (c) => c.notNull())
    .modifyEnd(end)
    .execute();

  await db.schema
    .createTable('outbox')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('to_name', text, (c) => c.notNull())
    .addColumn('to_address', text, (c) => c.notNull())
    .addColumn('subject', text, (c) => c.notNull())
    .addColumn('body', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('next_attempt_at', text, (c) => c.notNull())
    .addColumn('attempts', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('sent_at', text)
    .addColumn('last_error', text)
    .modifyEnd(end)
    .execute();
  await db.schema.createIndex('outbox_due').on('outbox').columns(['sent_at', 'next_attempt_at']).execute();

  await db.schema
    .createTable('pricing_plans')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('plan_type', text, (c) => c.notNull().unique())
    .addColumn('position', integer, (c) => c.notNull())
    .addColumn('monthly_price_cents', integer, (c) => c.check(sql`monthly_price_cents >= 0`))
    .addColumn('yearly_price_cents', integer, (c) => c.check(sql`yearly_price_cents >= 0`))
    .addColumn('animal_limit', integer, (c) => c.notNull().check(sql`animal_limit >= -1`))
    .addColumn('is_active', boolean, (c) => c.notNull())
    .modifyEnd(end)
    .execute();

  await db.schema
    .createTable('coupons')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('code', text, (c) => c.notNull().unique())
    .addColumn('discount_percent', integer, (c) => c.notNull().check(sql`discount_percent between 1 and 100`))
    .addColumn('valid_until', text)
    .addColumn('is_active', boolean, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .modifyEnd(end)
    .execute();

  await db.schema
    .createTable('coupon_redemptions')
    .addColumn('coupon_id', text, (c) => c.notNull().references('coupons.id').onDelete('cascade'))
    .addColumn('farm_id', text, (c) => c.notNull().references('farms.id').onDelete('cascade'))
    .addColumn('redeemed_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('coupon_redemptions_pk', ['coupon_id', 'farm_id'])
    .modifyEnd(end)
    .execute();

  await seedPlans(db, engine);
}

/** Ruling 14: per month so that a year saves the advertised 20%. */
async function seedPlans(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const yes = engine === 'sqlite' ? 1 : true;
  const plans = [
    ['basic', 521, 5000, 50],
    ['premium', 2083, 20_000, 200],
    ['enterprise', 5208, 50_000, -1],
  ] as const;
  for (const [position, [type, month, year, limit]] of plans.entries()) {
    await sql`insert into pricing_plans (id, plan_type, position, monthly_price_cents, yearly_price_cents, animal_limit, is_active)
              values (${uuidv7()}, ${type}, ${position}, ${month}, ${year}, ${limit}, ${yes})`.execute(db);
  }
}
