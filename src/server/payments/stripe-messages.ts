import type { Stripe } from 'stripe';
import { subscriptionStatuses } from '#domain/subscriptions.ts';
import type { CheckoutNews, Message, News, SubscriptionNews } from './provider.ts';

/** What a Stripe event means to us. */
export function messageOf(event: Stripe.Event): Message {
  const at = momentOf(event.created);
  return { id: event.id, type: event.type, at, news: newsOf(event, at) };
}

function newsOf(event: Stripe.Event, at: string): News | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return checkoutNews(event.data.object, at);
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return subscriptionNews(event.data.object, at);
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return invoiceNews(event.data.object, at, event.type === 'invoice.paid');
    default:
      return undefined;
  }
}

/** `at` is when Stripe said so; a session that was asked for is only known to be as old as it is. */
export function checkoutNews(session: Stripe.Checkout.Session, at = momentOf(session.created)): CheckoutNews {
  return {
    about: 'checkout',
    at,
    sessionId: session.id,
    checkoutId: session.client_reference_id ?? session.metadata?.['checkout'],
    house: session.metadata?.['house'],
    customerId: idOf(session.customer),
    state: oneOf(session.status, ['complete', 'expired']) ?? 'open',
    payment: oneOf(session.payment_status, ['paid', 'no_payment_required']) ?? 'unpaid',
    cents: session.amount_total,
    currency: session.currency,
    subscriptionId: idOf(session.subscription),
  };
}

export function subscriptionNews(subscription: Stripe.Subscription, at: string): SubscriptionNews {
  const status = oneOf(subscription.status, subscriptionStatuses);
  const periodEnds = subscription.items.data.map((item) => item.current_period_end);
  return {
    about: 'subscription',
    id: subscription.id,
    checkoutId: subscription.metadata['checkout'],
    house: subscription.metadata['house'],
    customerId: idOf(subscription.customer),
    observation: {
      at,
      ...(status && { status }),
      ...(periodEnds.length > 0 && { periodEndsAt: momentOf(Math.max(...periodEnds)) }),
      isEnding: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    },
  };
}

/** A renewal that was paid, or refused and will be tried again; when it is not, the subscription itself says what becomes of it. */
function invoiceNews(invoice: Stripe.Invoice, at: string, isPaid: boolean): SubscriptionNews | undefined {
  const details = invoice.parent?.subscription_details;
  const id = idOf(details?.subscription);
  if (!details || id === undefined) return undefined;
  const isTriedAgain = invoice.next_payment_attempt !== null && invoice.billing_reason !== 'subscription_create';
  const status = isPaid ? (invoice.amount_paid > 0 ? 'active' : undefined) : isTriedAgain ? 'past_due' : undefined;
  const periodEnds = invoice.lines.data.map(({ period }) => period.end);
  return {
    about: 'subscription',
    id,
    checkoutId: details.metadata?.['checkout'],
    house: details.metadata?.['house'],
    customerId: idOf(invoice.customer),
    observation: {
      at,
      ...(status && { status }),
      ...(isPaid && periodEnds.length > 0 && { periodEndsAt: momentOf(Math.max(...periodEnds)) }),
    },
  };
}

/** A word of ours; a later version of Stripe may say others. */
const oneOf = <T extends string>(word: string | null, known: readonly T[]): T | undefined => known.find((one) => one === word);

const idOf = (thing: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof thing === 'string' ? thing : thing?.id;

/** Stripe's clock counts whole seconds. */
export const momentOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
