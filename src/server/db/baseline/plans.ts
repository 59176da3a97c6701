import type { BillingCycle, PaidPlanType } from '#domain/accounts/plans.ts';
import type { CheckoutState, SubscriptionStatus } from '#domain/accounts/subscriptions.ts';
import type { Cents } from '#domain/values/units.ts';
import { column, table } from './table.ts';

export type PaymentProvider = 'stripe' | 'test';

/** Plans, coupons, checkouts, subscriptions, and what the payment provider said. */
export const plans = {
  pricing_plans: table(
    {
      id: 'text primary key',
      plan_type: column<PaidPlanType>('text not null unique'),
      position: 'integer not null',
      /** null if not for sale at a fixed price ('unlimited' on the wire, shown as Custom). */
      monthly_price_cents: column<Cents | null>('integer check (monthly_price_cents >= 0)'),
      yearly_price_cents: column<Cents | null>('integer check (yearly_price_cents >= 0)'),
      animal_limit: 'integer not null check (animal_limit >= -1)',
      is_active: 'boolean not null',
    },
    // Per month so that a year saves the advertised 20% (ruling 14).
    `insert into pricing_plans (id, plan_type, position, monthly_price_cents, yearly_price_cents, animal_limit, is_active) values
  ('01900000-0000-7000-8000-000000000001', 'basic', 0, 521, 5000, 50, true),
  ('01900000-0000-7000-8000-000000000002', 'premium', 1, 2083, 20000, 200, true),
  ('01900000-0000-7000-8000-000000000003', 'enterprise', 2, 5208, 50000, -1, true)`,
  ),
  coupons: table({
    id: 'text primary key',
    code: 'text not null unique',
    discount_percent: 'integer not null check (discount_percent between 1 and 100)',
    valid_until: 'text',
    is_active: 'boolean not null',
    created_at: 'text not null',
  }),
  coupon_redemptions: table(
    {
      coupon_id: 'text not null references coupons (id) on delete cascade',
      farm_id: 'text not null references farms (id) on delete cascade',
      redeemed_at: 'text not null',
    },
    'constraint coupon_redemptions_pk primary key (coupon_id, farm_id)',
  ),
  /**
   * A purchase that a farm started, with the price that it was shown. Whether it was paid is known only from the provider's events.
   * Without foreign keys to the person, who may leave the farm, and to the coupon, whose price holds when it is deleted.
   */
  checkouts: table(
    {
      farm_id: 'text not null references farms (id)',
      id: 'text not null unique',
      user_id: 'text not null',
      plan_type: column<PaidPlanType>("text not null check (plan_type in ('basic', 'premium', 'enterprise'))"),
      billing_cycle: column<BillingCycle>("text not null check (billing_cycle in ('monthly', 'yearly'))"),
      list_cents: column<Cents>('integer not null check (list_cents >= 0)'),
      /** After the coupon; renewals cost the same. */
      amount_cents: column<Cents>('integer not null check (amount_cents between 0 and list_cents)'),
      currency: 'text not null',
      coupon_id: 'text',
      trial_days: 'integer not null',
      state: column<CheckoutState>("text not null check (state in ('open', 'closed', 'held', 'granted'))"),
      provider: column<PaymentProvider>('text not null'),
      provider_session_id: 'text unique',
      url: 'text',
      /** When it was paid, by the provider's clock. */
      settled_at: 'text',
      checked_at: 'text',
      /** The day on which the time already paid for ends; null: it starts at once. */
      starts_at: 'text',
      credit_cents: 'integer default 0 not null check (credit_cents >= 0)',
      /** Id of the subscription that this one replaces. */
      replaces: 'text',
      create_digest: 'text not null',
      created_at: 'text not null',
    },
    'constraint checkouts_pk primary key (farm_id, id)',
    'create index checkouts_state on checkouts (state, created_at)',
  ),
  /** The provider's subscriptions as observed in its events and replies. */
  subscriptions: table(
    {
      farm_id: 'text not null references farms (id)',
      id: 'text not null unique',
      provider: column<PaymentProvider>('text not null'),
      customer_id: 'text',
      checkout_id: 'text not null',
      status: column<SubscriptionStatus>('text not null'),
      /** When the status was observed, by the provider's clock. */
      observed_at: 'text not null',
      period_ends_at: 'text',
      is_ending: column<boolean>('boolean default false not null'),
      ending_observed_at: 'text not null',
      checked_at: 'text',
      created_at: 'text not null',
    },
    'constraint subscriptions_pk primary key (farm_id, id)',
    'constraint subscriptions_checkout foreign key (farm_id, checkout_id) references checkouts (farm_id, id)',
    'create index subscriptions_checkouts on subscriptions (farm_id, checkout_id)',
    'create index subscriptions_status on subscriptions (status, period_ends_at)',
  ),
  /** The provider's events that were received; a second delivery finds its row. */
  payment_events: table(
    {
      id: 'text primary key',
      type: 'text not null',
      happened_at: 'text not null',
      received_at: 'text not null',
      outcome: column<'applied' | 'ignored' | 'held'>("text not null check (outcome in ('applied', 'ignored', 'held'))"),
    },
    'create index payment_events_received on payment_events (received_at)',
  ),
  /**
   * A single row: the id by which messages of the provider for this installation are told from those for a copy of it, and the signing secret
   * of the test provider.
   */
  payment_house: table({
    id: 'text primary key',
    secret: 'text not null',
  }),
  /**
   * Payments for something this database does not know: nothing is ended or granted until an operator has decided. No foreign key: the farm
   * may not be here.
   */
  held_payments: table({
    id: 'text primary key',
    provider: column<PaymentProvider>('text not null'),
    claimed_farm: 'text',
    reason: 'text not null',
    held_at: 'text not null',
  }),
};
