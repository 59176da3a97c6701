/** Plans, coupons, checkouts, subscriptions, and what the payment provider said. */
export const plans = `
create table pricing_plans (
  id text primary key,
  plan_type text not null unique,
  position integer not null,
  monthly_price_cents integer check (monthly_price_cents >= 0),
  yearly_price_cents integer check (yearly_price_cents >= 0),
  animal_limit integer not null check (animal_limit >= -1),
  is_active boolean not null
);

-- Per month so that a year saves the advertised 20% (ruling 14).
insert into pricing_plans (id, plan_type, position, monthly_price_cents, yearly_price_cents, animal_limit, is_active) values
  ('01900000-0000-7000-8000-000000000001', 'basic', 0, 521, 5000, 50, true),
  ('01900000-0000-7000-8000-000000000002', 'premium', 1, 2083, 20000, 200, true),
  ('01900000-0000-7000-8000-000000000003', 'enterprise', 2, 5208, 50000, -1, true);

create table coupons (
  id text primary key,
  code text not null unique,
  discount_percent integer not null check (discount_percent between 1 and 100),
  valid_until text,
  is_active boolean not null,
  created_at text not null
);

create table coupon_redemptions (
  coupon_id text not null references coupons (id) on delete cascade,
  farm_id text not null references farms (id) on delete cascade,
  redeemed_at text not null,
  constraint coupon_redemptions_pk primary key (coupon_id, farm_id)
);

-- Without foreign keys to the person, who may leave the farm, and to the coupon, whose price holds when it is deleted.
create table checkouts (
  farm_id text not null references farms (id),
  id text not null unique,
  user_id text not null,
  plan_type text not null check (plan_type in ('basic', 'premium', 'enterprise')),
  billing_cycle text not null check (billing_cycle in ('monthly', 'yearly')),
  list_cents integer not null check (list_cents >= 0),
  amount_cents integer not null check (amount_cents between 0 and list_cents),
  currency text not null,
  coupon_id text,
  trial_days integer not null,
  state text not null check (state in ('open', 'closed', 'held', 'granted')),
  provider text not null,
  provider_session_id text unique,
  url text,
  settled_at text,
  checked_at text,
  starts_at text,
  credit_cents integer default 0 not null check (credit_cents >= 0),
  replaces text,
  create_digest text not null,
  created_at text not null,
  constraint checkouts_pk primary key (farm_id, id)
);
create index checkouts_state on checkouts (state, created_at);

create table subscriptions (
  farm_id text not null references farms (id),
  id text not null unique,
  provider text not null,
  customer_id text,
  checkout_id text not null,
  status text not null,
  observed_at text not null,
  period_ends_at text,
  is_ending boolean default false not null,
  ending_observed_at text not null,
  checked_at text,
  created_at text not null,
  constraint subscriptions_pk primary key (farm_id, id),
  constraint subscriptions_checkout foreign key (farm_id, checkout_id) references checkouts (farm_id, id)
);
create index subscriptions_checkouts on subscriptions (farm_id, checkout_id);
create index subscriptions_status on subscriptions (status, period_ends_at);

create table payment_events (
  id text primary key,
  type text not null,
  happened_at text not null,
  received_at text not null,
  outcome text not null check (outcome in ('applied', 'ignored', 'held'))
);
create index payment_events_received on payment_events (received_at);

-- One row, by which the provider's messages for this installation are told from those for a copy of it.
create table payment_house (
  id text primary key,
  secret text not null
);

-- Paid for what this database does not know. No foreign key: the farm may not be here.
create table held_payments (
  id text primary key,
  provider text not null,
  claimed_farm text,
  reason text not null,
  held_at text not null
);
`;
