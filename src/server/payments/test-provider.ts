import { randomUUID } from 'node:crypto';
import { dueNow, firstPeriodEnd, hasEnded, periodEndAfter, type Observation } from '#domain/accounts/subscriptions.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { findCheckoutOfSession, readInstallation, type Checkout } from './payments.queries.ts';
import { findSubscription, type Subscription } from '#server/subscriptions/subscriptions.queries.ts';
import { checkoutHours, ProviderError, type Provider, type SubscriptionEvent } from '#server/payment-provider/provider.ts';
import { signed, verifiedMessage } from '#server/payment-provider/stripe-signature.ts';
import { hourMs } from '#server/time-after.ts';

interface TestProviderOptions {
  readonly db: Db;
  readonly now: () => Date;
  /** False once real payments are configured; test subscriptions then end with their period. */
  readonly isOpen: boolean;
}

/**
 * The test provider, where no money moves (rule 16). It stores nothing, because its state of a subscription follows from the data of this
 * installation.
 */
export function openTestProvider({ db, now, isOpen }: TestProviderOptions): Provider {
  const observe = async (
    id: string,
    observationOf: (known: Subscription, at: string) => Omit<Observation, 'at'>,
  ): Promise<SubscriptionEvent> => {
    const known = await findSubscription(db, id);
    if (!known) throw new ProviderError(`there is no subscription ${id}`);
    const at = now().toISOString();
    return {
      about: 'subscription',
      id,
      checkoutId: known.checkoutId,
      farmId: known.farmId,
      installation: undefined,
      customerId: undefined,
      terms: undefined,
      createdAt: undefined,
      price: undefined,
      observation: { at, ...observationOf(known, at) },
    };
  };

  return {
    name: 'test',
    openCheckout: async ({ id }) => ({ sessionId: `cs_test_${id}`, url: `/test-checkout/${id}` }),

    readCheckout: async (sessionId) => {
      const checkout = await findCheckoutOfSession(db, sessionId);
      if (!checkout) throw new ProviderError(`there is no checkout ${sessionId}`);
      const isOver = now().getTime() - Date.parse(checkout.created_at) > checkoutHours * hourMs;
      return {
        about: 'checkout',
        at: checkout.created_at,
        sessionId,
        checkoutId: checkout.id,
        farmId: checkout.farm_id,
        installation: undefined,
        customerId: undefined,
        terms: undefined,
        state: isOver ? 'expired' : 'open',
        payment: 'unpaid',
        cents: null,
        currency: null,
        subscriptionId: undefined,
      };
    },

    readSubscription: (id) => observe(id, (known, at) => renewed(known, at, isOpen)),
    listSubscriptions: async function* list() {},
    setEnding: (id, isEnding) => observe(id, () => ({ isEnding })),
    endSubscription: async (id) => ((await findSubscription(db, id)) ? observe(id, () => ({ status: 'canceled' })) : undefined),
    closeCheckout: async () => undefined,
    openPortal: async () => {
      throw new ProviderError('the test provider has no portal');
    },
    verify: async (payload, signature) =>
      verifiedMessage({ payload, signature, secret: (await readInstallation(db)).secret, now: now() }),
  };
}

function renewed(
  { status, periodEndsAt, isEnding, billingCycle, trialDays, settledAt, startsAt }: Subscription,
  at: string,
  isOpen: boolean,
): Omit<Observation, 'at'> {
  if (hasEnded(status) || periodEndsAt === null || periodEndsAt > at) return { status };
  if (isEnding || !isOpen) return { status: 'canceled' };
  const terms = { billing_cycle: billingCycle, trial_days: trialDays, starts_at: startsAt };
  return { status: 'active', periodEndsAt: periodEndAfter(at, settledAt ?? periodEndsAt, terms) };
}

export async function simulateWebhooks(db: Db, checkout: Checkout, outcome: 'paid' | 'declined', now: Date) {
  const { secret, id: installation } = await readInstallation(db);
  const seal = (id: string, type: string, object: object) =>
    signed({ id, object: 'event', type, created: seconds(now.toISOString()), data: { object } }, secret, now);
  if (outcome === 'declined') return [await seal(`evt_test_${randomUUID()}`, 'payment_intent.payment_failed', {})];

  const metadata = { checkout: checkout.id, farm: checkout.farm_id, house: installation };
  const subscription = `sub_test_${checkout.id}`;
  const isWaiting = checkout.trial_days > 0 || checkout.starts_at !== null;
  const periodEnds = firstPeriodEnd(now.toISOString(), checkout);
  return Promise.all([
    seal(`evt_test_began_${checkout.id}`, 'customer.subscription.created', {
      id: subscription,
      status: isWaiting ? 'trialing' : 'active',
      customer: null,
      metadata,
      cancel_at: null,
      cancel_at_period_end: false,
      items: { data: [{ current_period_end: seconds(periodEnds) }] },
    }),
    seal(`evt_test_paid_${checkout.id}`, 'checkout.session.completed', {
      id: checkout.provider_session_id,
      created: seconds(checkout.created_at),
      client_reference_id: checkout.id,
      metadata,
      status: 'complete',
      payment_status: dueNow(checkout) === 0 ? 'no_payment_required' : 'paid',
      amount_total: dueNow(checkout),
      currency: checkout.currency,
      customer: null,
      subscription,
    }),
  ]);
}

const seconds = (moment: string): number => Math.floor(Date.parse(moment) / 1000);
