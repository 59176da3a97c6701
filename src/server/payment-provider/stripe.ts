import { Stripe } from 'stripe';
import { planLabels } from '#domain/accounts/plans.ts';
import { productTitle } from '#domain/product.ts';
import { afterDays } from '#domain/accounts/subscriptions.ts';
import { ProviderError, UnknownToProviderError, type Order, type Provider } from './provider.ts';
import { checkoutEvent, subscriptionEvent } from './stripe-messages.ts';
import { metadataOf } from './stripe-metadata.ts';
import { verifiedMessage } from './stripe-signature.ts';
import type { Cents } from '#domain/values/units.ts';

export interface StripeOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly apiBase: string | undefined;
  readonly publicUrl: string;
  readonly now: () => Date;
  readonly timeoutMs?: number;
}

export function openStripe({ secretKey, webhookSecret, apiBase, publicUrl, now, timeoutMs = 10_000 }: StripeOptions): Provider {
  const stripe = new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    ...(apiBase !== undefined && baseAddress(apiBase)),
    // Two attempts and the pause between them fit into the timeout.
    timeout: Math.floor(timeoutMs * 0.45),
    maxNetworkRetries: 1,
    telemetry: false,
  });

  const createCredit = async (order: Order): Promise<string> => {
    const { id } = await stripe.coupons.create(
      {
        amount_off: order.creditCents,
        currency: order.currency,
        duration: 'once',
        max_redemptions: 1,
        name: 'Unused rest of the previous plan',
      },
      { idempotencyKey: `${order.id}-credit` },
    );
    return id;
  };

  const creditRest = async (id: string, restCents: Cents, idempotencyKey: string): Promise<void> => {
    const { customer, currency } = await stripe.subscriptions.retrieve(id);
    await stripe.customers.createBalanceTransaction(
      typeof customer === 'string' ? customer : customer.id,
      { amount: restCents * -1, currency, description: 'Unused rest of the previous plan' },
      { idempotencyKey: `${idempotencyKey}-rest` },
    );
  };

  return {
    name: 'stripe',

    openCheckout: (order) =>
      reach(timeoutMs, async () => {
        const coupon = order.creditCents > 0 ? await createCredit(order) : undefined;
        const open = (asked: Order, idempotencyKey: string) =>
          stripe.checkout.sessions.create(sessionOf(asked, publicUrl, coupon), { idempotencyKey });
        const { id, url } = await open(order, order.id).catch((error: unknown) => {
          // The customer was deleted at Stripe, or is of the test mode, so a new one is created.
          if (order.customerId === null || !isGone(error)) throw error;
          return open({ ...order, customerId: null }, `${order.id}-anew`);
        });
        if (typeof id !== 'string' || typeof url !== 'string') throw new Error('the answer has no address to pay at');
        return { sessionId: id, url };
      }),

    readCheckout: (id) => reach(timeoutMs, async () => checkoutEvent(await stripe.checkout.sessions.retrieve(id))),

    readSubscription: (id) => reach(timeoutMs, async () => eventFrom(await stripe.subscriptions.retrieve(id))),

    setEnding: (id, isEnding) =>
      reach(timeoutMs, async () => {
        const answer = await stripe.subscriptions.update(id, { cancel_at_period_end: isEnding });
        // A subscription cancelled in the customer portal may end on a specific day.
        const hasDay = !isEnding && typeof answer.cancel_at === 'number';
        return eventFrom(hasDay ? await stripe.subscriptions.update(id, { cancel_at: '' }) : answer);
      }),

    listSubscriptions: async function* list() {
      let after: string | undefined;
      do {
        const start = after === undefined ? {} : { starting_after: after };
        const page = await reach(timeoutMs, () => stripe.subscriptions.list({ status: 'all', limit: 100, ...start }));
        const at = answeredAt(page);
        for (const subscription of page.data) yield subscriptionEvent(subscription, at);
        after = page.has_more ? page.data.at(-1)?.id : undefined;
      } while (after !== undefined);
    },

    endSubscription: (id, { idempotencyKey, restCents }) =>
      reach(timeoutMs, async () => {
        if (restCents !== null && restCents > 0) await creditRest(id, restCents, idempotencyKey);
        const isCreditedByStripe = restCents === null;
        const ended = stripe.subscriptions.cancel(
          id,
          { prorate: isCreditedByStripe, invoice_now: isCreditedByStripe },
          { idempotencyKey },
        );
        return unlessGone(ended.then(eventFrom));
      }),

    closeCheckout: (id, idempotencyKey) =>
      reach(timeoutMs, async () => {
        const session = await unlessGone(stripe.checkout.sessions.retrieve(id));
        if (session?.status === 'open') await stripe.checkout.sessions.expire(id, {}, { idempotencyKey });
        return session?.status === 'complete' ? checkoutEvent(session) : undefined;
      }),

    openPortal: (customer) =>
      reach(timeoutMs, async () => {
        const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: `${publicUrl}/profile` });
        return url;
      }),

    verify: async (payload, signature) => verifiedMessage({ payload, signature, secret: webhookSecret, now: now() }),
  };
}

/** The discounted price is also the price at renewal, as the plan card shows. */
function sessionOf(order: Order, publicUrl: string, creditCoupon?: string): Stripe.Checkout.SessionCreateParams {
  const metadata = metadataOf(order);
  return {
    mode: 'subscription',
    client_reference_id: order.id,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: order.currency,
          unit_amount: order.amountCents,
          recurring: { interval: order.billingCycle === 'monthly' ? 'month' : 'year' },
          product_data: { name: `${productTitle} ${planLabels[order.planType]}` },
        },
      },
    ],
    ...(order.customerId === null ? { customer_email: order.email } : { customer: order.customerId }),
    metadata,
    ...(creditCoupon !== undefined && { discounts: [{ coupon: creditCoupon }] }),
    subscription_data: { metadata, ...firstPayment(order) },
    success_url: `${publicUrl}/choose-plan?checkout=${order.id}`,
    cancel_url: `${publicUrl}/choose-plan?${wayBack(order)}`,
  };
}

function firstPayment({ startsAt, trialDays }: Order): Stripe.Checkout.SessionCreateParams.SubscriptionData {
  if (startsAt !== null) return { trial_end: Math.floor(Date.parse(afterDays(startsAt, trialDays)) / 1000) };
  return trialDays > 0 ? { trial_period_days: trialDays } : {};
}

const wayBack = ({ id, billingCycle, couponCode }: Order): string =>
  new URLSearchParams({ cancelled: id, cycle: billingCycle, ...(couponCode !== null && { coupon: couponCode }) }).toString();

/** The time of observation is that of Stripe's response, because our clock may be ahead and would hide later events. */
const eventFrom = (answer: Stripe.Response<Stripe.Subscription>) => subscriptionEvent(answer, answeredAt(answer));

function answeredAt({ lastResponse }: { lastResponse: { headers: Record<string, string> } }): string {
  const date = Date.parse(lastResponse.headers['date'] ?? '');
  return new Date(Number.isNaN(date) ? Date.now() : date).toISOString();
}

async function unlessGone<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

const isGone = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** Turns every failure (refused, reset, slow, not JSON) into a ProviderError; the timeout includes the body. */
async function reach<T>(timeoutMs: number, call: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), timeoutMs);
  try {
    return await Promise.race([call(), promise]);
  } catch (error) {
    if (isGone(error)) throw new UnknownToProviderError('the payment provider does not know this', { cause: error });
    throw new ProviderError('the payment provider cannot be reached or refuses', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function baseAddress(apiBase: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  return { host: hostname, port: port || (isPlain ? '80' : '443'), protocol: isPlain ? 'http' : 'https' };
}
