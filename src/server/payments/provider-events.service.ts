import {
  dueNow,
  firstPeriodEnd,
  hasEnded,
  planStatusOf,
  mergeObservation,
  type Observation,
  type SubscriptionStatus,
} from '#domain/accounts/subscriptions.ts';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { inTransaction, lockFarm, type Tx } from '#server/db/transaction.ts';
import { beginScheduled, grant, isRecreated } from './granting.ts';
import { hold, advanceTo, type PaymentDeps, type Outcome, type PaymentContext } from './payment-context.ts';
import { queuePaymentFailed, queuePlanEnded, queueRenewalCancelled } from './payments.mail.ts';
import { findCheckout, findOwner, recordMessage, recordOutcome, setCheckout, type Checkout } from './payments.queries.ts';
import { findScheduled, findSubscription, observedOf, saveSubscription } from '#server/subscriptions/subscriptions.queries.ts';
import { readPlan, setPlanStatus } from '#server/subscriptions/farm-plan.queries.ts';
import type { CheckoutEvent, Message, ProviderEvent, SubscriptionEvent } from '#server/payment-provider/provider.ts';
import { recreateCheckout } from './recreate-checkout.ts';

/** Applies a message once: the row that records it is written in the same transaction. */
export async function handleMessage(deps: PaymentDeps, message: Message): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await recordMessage(tx, message, deps.now())) || !message.event) return;
    const outcome = await applyEvent(deps, tx, message.event);
    if (outcome !== 'ignored') await recordOutcome(tx, message.id, outcome);
  });
  deps.wakeMail();
}

export async function handleEvent(deps: PaymentDeps, event: ProviderEvent, before?: (tx: Tx) => Promise<unknown>): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await before?.(tx);
    await applyEvent(deps, tx, event);
  });
  deps.wakeMail();
}

/** Idempotent, and independent of the order of events. */
async function applyEvent(deps: PaymentDeps, tx: Tx, event: ProviderEvent): Promise<Outcome> {
  const owner = await findOwner(tx, event);
  const farmId = vouchedFarmId(owner?.farmId ?? event.farmId ?? '');
  await lockFarm(tx, farmId);
  // Read under the farm's lock, so that what another server granted or deleted meanwhile is seen.
  const known = owner && (await findCheckout(tx, farmId, owner.checkoutId));
  const now = deps.now();
  const checkout = known ?? (await recreateCheckout(deps, tx, farmId, event));
  if (typeof checkout === 'string') return checkout;
  const context: PaymentContext = { tx, farmId, checkout, now, deps };
  const outcome = await (event.about === 'checkout' ? applyCheckout(context, event) : applySubscription(context, event));
  await beginScheduled(context);
  return outcome;
}

async function applyCheckout(context: PaymentContext, event: CheckoutEvent): Promise<Outcome> {
  const { tx, farmId, checkout } = context;
  if (checkout.provider_session_id === null) {
    await setCheckout(tx, farmId, checkout.id, { provider_session_id: event.sessionId });
  }
  if (event.state === 'open') return 'ignored';
  if (event.state === 'expired') return advanceTo(context, 'closed');
  if (event.subscriptionId === undefined || !isPaidAsAgreed(checkout, event))
    return hold(context, 'what was paid is not what was agreed');
  const isWaiting = checkout.trial_days > 0 || checkout.starts_at !== null;
  const began: Observation = {
    at: event.at,
    status: isWaiting ? 'trialing' : 'active',
    // Used until the provider reports the period: without further events the plan ends with the paid period.
    ...(event.cents === dueNow(checkout) && { periodEndsAt: firstPeriodEnd(event.at, checkout) }),
  };
  const subscription = { ...event, about: 'subscription', createdAt: undefined, price: undefined } as const;
  await observe(context, { ...subscription, id: event.subscriptionId, observation: began });
  return checkout.state === 'granted' ? 'applied' : grant(context, { at: event.at, subscriptionId: event.subscriptionId });
}

function isPaidAsAgreed(checkout: Checkout, { cents, currency, payment }: CheckoutEvent): boolean {
  const due = dueNow(checkout);
  const isPaid = payment === 'paid' ? cents === due || cents === checkout.amount_cents : cents === due && due === 0;
  return isPaid && payment !== 'unpaid' && currency === checkout.currency;
}

/** A recreated checkout may never get a session event, so its subscription shows that it was paid. */
async function applySubscription(context: PaymentContext, event: SubscriptionEvent): Promise<Outcome> {
  const { checkout } = context;
  const status = await observe(context, event);
  const isPaid = !hasEnded(status) && status !== 'incomplete';
  if (!isRecreated(checkout) || checkout.state !== 'open' || !isPaid) return 'applied';
  const { price } = event;
  if (price && (price.cents !== checkout.amount_cents || price.currency !== checkout.currency))
    return hold(context, 'what is paid is not what was agreed');
  return grant(context, { at: event.createdAt ?? event.observation.at, subscriptionId: event.id });
}

/** Only the subscription that pays for the farm's plan changes its status. Returns the status of the subscription. */
async function observe(context: PaymentContext, { id, customerId, observation }: SubscriptionEvent): Promise<SubscriptionStatus> {
  const { tx, farmId, checkout, now } = context;
  const before = await findSubscription(tx, id);
  const known = mergeObservation(observedOf(before), observation);
  await saveSubscription(tx, farmId, { id, checkout, customerId }, known, now);
  const plan = await readPlan(tx, farmId);
  if (plan.subscriptionId !== id) return known.status;
  // If another plan follows, nothing was cancelled, and the farm does not return to Guest.
  const isFollowed = (await findScheduled(tx, farmId)) !== undefined;
  const hasJustCancelled = before?.isEnding === false && known.isEnding && !hasEnded(known.status);
  if (hasJustCancelled && !isFollowed) await queueRenewalCancelled(context, observation.at, known.periodEndsAt);
  const status = planStatusOf(known, now.toISOString(), checkout);
  if (status === plan.status) return known.status;
  await setPlanStatus(tx, farmId, status);
  if (status === 'past_due') await queuePaymentFailed(context, observation.at);
  if (status === 'expired' && !isFollowed) await queuePlanEnded(context, observation.at, checkout.plan_type);
  return known.status;
}
