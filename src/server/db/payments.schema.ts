import type { Generated } from 'kysely';
import type { BillingCycle, PaidPlanType } from '#domain/plans.ts';
import type { CheckoutState, SubscriptionStatus } from '#domain/subscriptions.ts';

export interface PricingPlans {
  id: string;
  plan_type: PaidPlanType;
  position: number;
  /** null: not for sale at a fixed price ('unlimited' on the wire, shown as Custom). */
  monthly_price_cents: number | null;
  yearly_price_cents: number | null;
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

/** What a farm set out to pay, with the price it was told; paying is the provider's to say. */
export interface Checkouts {
  farm_id: string;
  id: string;
  user_id: string;
  plan_type: PaidPlanType;
  billing_cycle: BillingCycle;
  list_cents: number;
  /** After the coupon; also what it renews at. */
  amount_cents: number;
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
  /** When the provider was last asked about it. */
  checked_at: string | null;
  /** It begins when the plan before it has used up what was paid; null: at once. */
  starts_at: string | null;
  /** What is taken off the first payment for the unused rest of the plan before it. */
  credit_cents: Generated<number>;
  /** The subscription that it takes the place of. */
  replaces: string | null;
}

/** The provider's subscription as far as it has been observed. */
export interface Subscriptions {
  farm_id: string;
  /** The provider's id. */
  id: string;
  provider: PaymentProvider;
  customer_id: string | null;
  checkout_id: string;
  status: SubscriptionStatus;
  /** When the status was observed, by the provider's clock. */
  observed_at: string;
  period_ends_at: string | null;
  /** It ends with the period instead of renewing. */
  is_ending: boolean;
  ending_observed_at: string;
  /** When the provider was last asked about it. */
  checked_at: string | null;
  created_at: string;
}

/** Every message of a provider that was taken in: a second delivery finds its row. */
export interface PaymentEvents {
  id: string;
  type: string;
  happened_at: string;
  received_at: string;
  outcome: 'applied' | 'ignored' | 'held';
}

/** What is still to be told to a provider; outlives the farm. */
export interface PaymentTasks {
  id: string;
  provider: PaymentProvider;
  kind: 'end_subscription' | 'close_checkout';
  /** The provider's id of what it is about. */
  subject: string;
  created_at: string;
  next_attempt_at: string;
  attempts: Generated<number>;
  done_at: string | null;
  last_error: string | null;
  /** Of the unused rest of a subscription this much was given already; null: the provider credits all of it. */
  credited_cents: number | null;
  /** What is still to be credited, worked out once so that a retry says the same. */
  rest_cents: number | null;
}

/** Paid at the provider for what this database does not know; nothing is ended and nothing granted until a person has looked. */
export interface HeldPayments {
  /** The provider's id of the subscription. */
  id: string;
  provider: PaymentProvider;
  /** The farm that the provider names. */
  claimed_farm: string | null;
  reason: string;
  held_at: string;
}

/** One row: how providers tell this installation from others, and the secret its test provider signs with. */
export interface PaymentHouse {
  id: string;
  secret: string;
}
