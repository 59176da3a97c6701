import type { Cents } from '#domain/money.ts';
import type { BillingCycle, PaidPlanType } from '#domain/plans.ts';
import type { Observation } from '#domain/subscriptions.ts';
import type { PaymentProvider } from '#server/db/payments.schema.ts';

/** What a farm is about to pay. */
export interface Order {
  /** The id of our checkout: the provider's idempotency key, so that a retry leads to the same page. */
  readonly id: string;
  readonly farmId: string;
  /** Tells this installation from others that share the provider's account. */
  readonly house: string;
  readonly planType: PaidPlanType;
  readonly billingCycle: BillingCycle;
  /** What every cycle costs. */
  readonly amountCents: Cents;
  readonly currency: string;
  readonly trialDays: number;
  /** Whom the provider knows the farm as from before. */
  readonly customerId: string | null;
  readonly email: string;
}

/** How the provider says which of our checkouts it speaks of. */
interface About {
  readonly checkoutId: string | undefined;
  readonly house: string | undefined;
  readonly customerId: string | undefined;
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
  readSubscription(id: string): Promise<News>;
  /** Ends it with its period, or takes that back. */
  setEnding(id: string, isEnding: boolean): Promise<News>;
  /** Ends it at once and credits what is left of its period; harmless when it has ended. */
  endSubscription(id: string, idempotencyKey: string): Promise<News | undefined>;
  /** Nobody can pay it any more; harmless when it is paid or closed. */
  closeCheckout(sessionId: string, idempotencyKey: string): Promise<void>;
  openPortal(customerId: string): Promise<string>;
  /** The message, or `undefined` when the provider did not sign it within the last minutes. */
  verify(payload: string, signature: string): Promise<Message | undefined>;
}

export class ProviderError extends Error {}

/** A checkout can be paid for this long. */
export const checkoutHours = 24;
