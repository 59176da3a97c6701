import type { Cents } from '#domain/values/units.ts';
import type { BillingCycle, PaidPlanType } from '#domain/accounts/plans.ts';
import type { Observation } from '#domain/accounts/subscriptions.ts';
import type { PaymentProvider } from '#server/db/baseline/plans.ts';

/** Also stored at the provider, so that a checkout that is missing in a restored database can be recreated. */
export interface Terms {
  readonly planType: PaidPlanType;
  readonly billingCycle: BillingCycle;
  readonly listCents: Cents;
  readonly amountCents: Cents;
  readonly currency: string;
  readonly trialDays: number;
  readonly couponId: string | null;
  readonly userId: string;
  /** null if the plan begins at once. */
  readonly startsAt: string | null;
  readonly creditCents: Cents;
  readonly replaces: string | null;
}

export interface Order extends Terms {
  /** The id of our checkout: the provider's idempotency key, so that a retry leads to the same page. */
  readonly id: string;
  readonly farmId: string;
  /** Distinguishes this installation from others that share the provider's account. */
  readonly installation: string;
  readonly couponCode: string | null;
  readonly customerId: string | null;
  readonly email: string;
}

interface About {
  readonly checkoutId: string | undefined;
  readonly farmId: string | undefined;
  readonly installation: string | undefined;
  readonly customerId: string | undefined;
  readonly terms: Terms | undefined;
}

export interface CheckoutEvent extends About {
  readonly about: 'checkout';
  readonly at: string;
  readonly sessionId: string;
  readonly state: 'open' | 'complete' | 'expired';
  readonly payment: 'paid' | 'unpaid' | 'no_payment_required';
  readonly cents: Cents | null;
  readonly currency: string | null;
  readonly subscriptionId: string | undefined;
}

export interface SubscriptionEvent extends About {
  readonly about: 'subscription';
  readonly id: string;
  readonly observation: Observation;
  readonly createdAt: string | undefined;
  readonly price: Price | undefined;
}

export interface Price {
  readonly cents: Cents;
  readonly currency: string;
}

export type ProviderEvent = CheckoutEvent | SubscriptionEvent;

/** Without `event` the message does not concern us. */
export interface Message {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly event: ProviderEvent | undefined;
}

/** Whatever fails on the way to the provider is a ProviderError. */
export interface Provider {
  readonly name: PaymentProvider;
  openCheckout(order: Order): Promise<{ sessionId: string; url: string }>;
  readCheckout(sessionId: string): Promise<ProviderEvent>;
  readSubscription(id: string): Promise<SubscriptionEvent>;
  /** The newest first, with ended ones and those of other installations. */
  listSubscriptions(): AsyncIterable<SubscriptionEvent>;
  setEnding(id: string, isEnding: boolean): Promise<ProviderEvent>;
  /**
   * Ends it at once; does nothing if it has ended. The provider credits the rest of its period, unless `end` contains the amount to credit.
   */
  endSubscription(id: string, end: EndOfSubscription): Promise<ProviderEvent | undefined>;
  /** Returns the event if the checkout was paid, because the messages about that may have been lost. */
  closeCheckout(sessionId: string, idempotencyKey: string): Promise<ProviderEvent | undefined>;
  openPortal(customerId: string): Promise<string>;
  /** Resolves with the message, or with undefined if the provider has not signed it within the last minutes. */
  verify(payload: string, signature: string): Promise<Message | undefined>;
}

export interface Payments {
  /** For new checkouts; only its webhook is accepted. Without one nothing can be bought. */
  readonly current: Provider | undefined;
  /** The provider of an older checkout or subscription; undefined if its keys are no longer configured. */
  readonly of: (name: PaymentProvider) => Provider | undefined;
}

export interface EndOfSubscription {
  readonly idempotencyKey: string;
  readonly restCents: Cents | null;
}

export class ProviderError extends Error {}

export class UnknownToProviderError extends ProviderError {}

export const checkoutHours = 24;
