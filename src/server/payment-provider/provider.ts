import type { Cents } from '#domain/money.ts';
import type { BillingCycle, PaidPlanType } from '#domain/plans.ts';
import type { Observation } from '#domain/subscriptions.ts';
import type { PaymentProvider } from '#server/db/payments.schema.ts';

/** What was agreed. The provider keeps it too, so that a checkout which a restored database does not know can be made again. */
export interface Terms {
  readonly planType: PaidPlanType;
  readonly billingCycle: BillingCycle;
  readonly listCents: Cents;
  /** What every cycle costs. */
  readonly amountCents: Cents;
  readonly currency: string;
  readonly trialDays: number;
  readonly couponId: string | null;
  readonly userId: string;
  /** When the plan begins; null: at once. */
  readonly startsAt: string | null;
  /** Taken off the first payment. */
  readonly creditCents: Cents;
  /** The subscription whose place it takes. */
  readonly replaces: string | null;
}

/** What a farm is about to pay. */
export interface Order extends Terms {
  /** The id of our checkout: the provider's idempotency key, so that a retry leads to the same page. */
  readonly id: string;
  readonly farmId: string;
  /** Tells this installation from others that share the provider's account. */
  readonly house: string;
  /** As it was typed: who comes back without paying finds it again. */
  readonly couponCode: string | null;
  /** Whom the provider knows the farm as from before. */
  readonly customerId: string | null;
  readonly email: string;
}

/** How the provider says which of our checkouts it speaks of, and what it keeps of it. */
interface About {
  readonly checkoutId: string | undefined;
  readonly farmId: string | undefined;
  readonly house: string | undefined;
  readonly customerId: string | undefined;
  readonly terms: Terms | undefined;
}

export interface CheckoutNews extends About {
  readonly about: 'checkout';
  readonly at: string;
  readonly sessionId: string;
  readonly state: 'open' | 'complete' | 'expired';
  readonly payment: 'paid' | 'unpaid' | 'no_payment_required';
  readonly cents: Cents | null;
  readonly currency: string | null;
  readonly subscriptionId: string | undefined;
}

export interface SubscriptionNews extends About {
  readonly about: 'subscription';
  readonly id: string;
  readonly observation: Observation;
  /** When it was made, and what it costs; not every message says so. */
  readonly createdAt: string | undefined;
  readonly price: Price | undefined;
}

export interface Price {
  readonly cents: Cents;
  readonly currency: string;
  readonly billingCycle: BillingCycle | undefined;
}

/** What a provider says, unasked in a webhook or when it is asked. */
export type News = CheckoutNews | SubscriptionNews;

/** A verified message of a webhook. Without news it is about something that is nothing to us. */
export interface Message {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly news: News | undefined;
}

/** Where plans are paid. Whatever fails on the way there is a ProviderError. */
export interface Provider {
  readonly name: PaymentProvider;
  openCheckout(order: Order): Promise<{ sessionId: string; url: string }>;
  readCheckout(sessionId: string): Promise<News>;
  readSubscription(id: string): Promise<SubscriptionNews>;
  /** All that were made since, ended ones too, whoever made them; without a moment all there are. */
  listSubscriptions(since: string | undefined): AsyncIterable<SubscriptionNews>;
  /** Ends it with its period, or takes that back. */
  setEnding(id: string, isEnding: boolean): Promise<News>;
  /**
   * Ends it at once; harmless when it has ended. The provider credits what is left of its period, unless it is told how much is still to
   * be credited.
   */
  endSubscription(id: string, end: EndOfSubscription): Promise<News | undefined>;
  /** Nobody can pay it any more; harmless when it is paid or closed. */
  closeCheckout(sessionId: string, idempotencyKey: string): Promise<void>;
  openPortal(customerId: string): Promise<string>;
  /** The message, or `undefined` when the provider did not sign it within the last minutes. */
  verify(payload: string, signature: string): Promise<Message | undefined>;
}

/** The providers of this installation. */
export interface Payments {
  /** Takes new checkouts, and its webhook alone is believed; without one nothing can be bought. */
  readonly current: Provider | undefined;
  /** The one that an older checkout or subscription is with; `undefined` when its keys are gone. */
  readonly of: (name: PaymentProvider) => Provider | undefined;
}

export interface EndOfSubscription {
  readonly idempotencyKey: string;
  readonly restCents: Cents | null;
}

export class ProviderError extends Error {}

/** The provider answers, and does not know what was asked for. */
export class UnknownToProviderError extends ProviderError {}

/** A checkout can be paid for this long. */
export const checkoutHours = 24;
