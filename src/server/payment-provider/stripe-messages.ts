import type { Stripe } from 'stripe';
import { subscriptionStatuses } from '#domain/accounts/subscriptions.ts';
import type { CheckoutEvent, Message, ProviderEvent, Price, SubscriptionEvent } from './provider.ts';
import { aboutOf } from './stripe-metadata.ts';

/** Events have the API version of the webhook in Stripe's settings. A missing field is tolerated, since refusing would only make Stripe resend it. */
export function messageOf(event: Stripe.Event, signedAt: number): Message {
  const { created }: { created?: number } = event;
  const at = momentOf(created ?? signedAt);
  return { id: event.id, type: event.type, at, event: eventOf(event, at) };
}

function eventOf(event: Stripe.Event, at: string): ProviderEvent | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
      return { ...checkoutEvent(event.data.object, at), state: 'complete' };
    case 'checkout.session.expired':
      return { ...checkoutEvent(event.data.object, at), state: 'expired' };
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return subscriptionEvent(event.data.object, at);
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return invoiceEvent(event.data.object, at, event.type === 'invoice.paid');
    default:
      return undefined;
  }
}

/** `at` is when Stripe sent the event; of a session that was requested only the time of creation is known. */
export function checkoutEvent(session: Stripe.Checkout.Session, at = momentOf(session.created)): CheckoutEvent {
  return {
    about: 'checkout',
    at,
    sessionId: session.id,
    ...aboutOf(session.metadata),
    ...(session.client_reference_id && { checkoutId: session.client_reference_id }),
    customerId: idOf(session.customer),
    state: oneOf(session.status, ['complete', 'expired']) ?? 'open',
    payment: oneOf(session.payment_status, ['paid', 'no_payment_required']) ?? 'unpaid',
    cents: session.amount_total,
    currency: session.currency?.toLowerCase() ?? null,
    subscriptionId: idOf(session.subscription),
  };
}

export function subscriptionEvent(subscription: WithId<Stripe.Subscription>, at: string): SubscriptionEvent {
  const status = oneOf(subscription.status, subscriptionStatuses);
  const periodEnds = periodEndsOf(subscription);
  const { cancel_at_period_end: endsWithPeriod, cancel_at: endsAt } = subscription;
  return {
    about: 'subscription',
    id: subscription.id,
    ...aboutOf(subscription.metadata),
    customerId: idOf(subscription.customer),
    createdAt: subscription.created === undefined ? undefined : momentOf(subscription.created),
    price: priceOf(subscription),
    observation: {
      at,
      ...(status && { status }),
      ...(periodEnds.length > 0 && { periodEndsAt: momentOf(Math.max(...periodEnds)) }),
      ...(endsWithPeriod !== undefined && { isEnding: endsWithPeriod || typeof endsAt === 'number' }),
    },
  };
}

function priceOf({ items }: WithId<Stripe.Subscription>): Price | undefined {
  const price: Partial<Stripe.Price> | undefined = items?.data[0]?.price;
  if (typeof price?.unit_amount !== 'number') return undefined;
  return { cents: price.unit_amount, currency: price.currency?.toLowerCase() ?? '' };
}

/** Until 2025 a subscription had one period; since then each of its items has its own. */
function periodEndsOf(subscription: WithId<Stripe.Subscription> & { readonly current_period_end?: number }): number[] {
  const ends = subscription.items?.data.map((item: Partial<Stripe.SubscriptionItem>) => item.current_period_end) ?? [];
  return [...ends, subscription.current_period_end].filter((end) => end !== undefined);
}

/** A renewal that was paid, or that failed and will be retried. After the last retry the subscription's own events decide. */
function invoiceEvent(invoice: OldInvoice, at: string, isPaid: boolean): SubscriptionEvent | undefined {
  const { subscription, metadata } = invoice.parent?.subscription_details ?? {
    ...invoice.subscription_details,
    subscription: invoice.subscription,
  };
  const id = idOf(subscription);
  if (id === undefined) return undefined;
  const status = isPaid ? paidStatus(invoice) : refusedStatus(invoice);
  const periodEnds = isPaid ? (invoice.lines?.data ?? []).map(({ period }) => period.end) : [];
  return {
    about: 'subscription',
    id,
    ...aboutOf(metadata),
    customerId: idOf(invoice.customer),
    createdAt: undefined,
    price: undefined,
    observation: {
      at,
      ...(status && { status }),
      ...(periodEnds.length > 0 && { periodEndsAt: momentOf(Math.max(...periodEnds)) }),
    },
  };
}

const paidStatus = ({ amount_paid: cents = 0 }: OldInvoice) => (cents > 0 ? 'active' : undefined);

function refusedStatus({ next_payment_attempt: nextTry, billing_reason: reason }: OldInvoice) {
  return typeof nextTry === 'number' && reason !== 'subscription_create' ? 'past_due' : undefined;
}

type WithId<T extends { id: string }> = Partial<T> & Pick<T, 'id'>;

/** Until 2025 an invoice had its subscription as a field of its own. */
type OldInvoice = WithId<Stripe.Invoice> & {
  readonly subscription?: string | null;
  readonly subscription_details?: { readonly metadata?: Stripe.Metadata | null } | null;
};

/** A later version of Stripe may send other values. */
const oneOf = <T extends string>(word: string | null | undefined, known: readonly T[]): T | undefined =>
  known.find((one) => one === word);

const idOf = (thing: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof thing === 'string' ? thing : thing?.id;

export const momentOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
