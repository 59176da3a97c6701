import type { Generated } from 'kysely';
import type { BillingCycle, PaidPlanType } from '#domain/accounts/plans.ts';
import type { CheckoutState, SubscriptionStatus } from '#domain/accounts/subscriptions.ts';
import type { Cents } from '#domain/values/units.ts';

export interface PricingPlans {
  id: string;
  plan_type: PaidPlanType;
  position: number;
  /** null if not for sale at a fixed price ('unlimited' on the wire, shown as Custom). */
  monthly_price_cents: Cents | null;
  yearly_price_cents: Cents | null;
  animal_limit: number;
  is_active: boolean;
}

export interface Coupons {
  id: string;
  code: string;
  discount_percent: number;
  valid_until: string | null;
  is_active: boolean;
  created_at: string;
}

export interface CouponRedemptions {
  coupon_id: string;
  farm_id: string;
  redeemed_at: string;
}

export type PaymentProvider = 'stripe' | 'test';

/** A purchase that a farm started, with the price that it was shown. Whether it was paid is known only from the provider's events. */
export interface Checkouts {
  farm_id: string;
  id: string;
  user_id: string;
  plan_type: PaidPlanType;
  billing_cycle: BillingCycle;
  list_cents: Cents;
  /** After the coupon; renewals cost the same. */
  amount_cents: Cents;
  currency: string;
  coupon_id: string | null;
  trial_days: number;
  state: CheckoutState;
  provider: PaymentProvider;
  provider_session_id: string | null;
  url: string | null;
  create_digest: string;
  created_at: string;
  /** When it was paid, by the provider's clock. */
  settled_at: string | null;
  checked_at: string | null;
  /** The day on which the time already paid for ends; null: it starts at once. */
  starts_at: string | null;
  credit_cents: Generated<number>;
  /** Id of the subscription that this one replaces. */
  replaces: string | null;
}

/** The provider's subscriptions as observed in its events and replies. */
export interface Subscriptions {
  farm_id: string;
  id: string;
  provider: PaymentProvider;
  customer_id: string | null;
  checkout_id: string;
  status: SubscriptionStatus;
  /** When the status was observed, by the provider's clock. */
  observed_at: string;
  period_ends_at: string | null;
  is_ending: boolean;
  ending_observed_at: string;
  checked_at: string | null;
  created_at: string;
}

/** The provider's events that were received; a second delivery finds its row. */
export interface PaymentEvents {
  id: string;
  type: string;
  happened_at: string;
  received_at: string;
  outcome: 'applied' | 'ignored' | 'held';
}

/** Payments for something this database does not know: nothing is ended or granted until an operator has decided. */
export interface HeldPayments {
  id: string;
  provider: PaymentProvider;
  claimed_farm: string | null;
  reason: string;
  held_at: string;
}

/** A single row: the id by which providers distinguish this installation from others, and the signing secret of the test provider. */
export interface PaymentHouse {
  id: string;
  secret: string;
}
