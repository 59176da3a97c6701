import {
  dueNow,
  firstPeriodEnd,
  hasEnded,
  planStatusOf,
  mergeObservation,
  type Observation,
  type SubscriptionStatus,
} from '#domain/subscriptions.ts';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { inTransaction, lockFarm, type Tx } from '#server/db/transaction.ts';
import { beginScheduled, grant, isMadeAgain } from './granting.ts';
import { hold, moveTo, type NewsDeps, type Outcome, type PaymentContext } from './payment-context.ts';
import { queuePaymentFailed, queuePlanEnded, queueRenewalCancelled } from './payments.mail.ts';
import { findCheckout, findOwner, noteMessage, noteOutcome, setCheckout, type Checkout } from './payments.queries.ts';
import { findScheduled, findSubscription, observedOf, putSubscription } from '#server/subscriptions/subscriptions.queries.ts';
import { readPlan, setPlanStatus } from '#server/subscriptions/farm-plan.queries.ts';
import type { CheckoutNews, Message, News, SubscriptionNews } from '#server/payment-provider/provider.ts';
import { makeCheckoutAgain } from './unknown-payments.ts';

export interface Hearing {
  readonly isCatchingUp?: boolean;
  /** Done in the same transaction, before the news has its effect. */
  readonly before?: (tx: Tx) => Promise<unknown>;
}

/** A message has its effect once, with the row that says so or not at all. */
export async function takeMessage(deps: NewsDeps, message: Message): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await noteMessage(tx, message, deps.now())) || !message.news) return;
    const outcome = await applyNews(deps, tx, message.news);
    if (outcome !== 'ignored') await noteOutcome(tx, message.id, outcome);
  });
  deps.wakeMail();
}

/** What the provider answered when it was asked. */
export async function takeNews(deps: NewsDeps, news: News, { before, ...hearing }: Hearing = {}): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await before?.(tx);
    await applyNews(deps, tx, news, hearing);
  });
  deps.wakeMail();
}

/** Comes to the same in whatever order the news arrives, and however often. */
async function applyNews(deps: NewsDeps, tx: Tx, news: News, { isCatchingUp = false }: Hearing = {}): Promise<Outcome> {
  const owner = await findOwner(tx, news);
  const farmId = vouchedFarmId(owner?.farmId ?? news.farmId ?? '');
  await lockFarm(tx, farmId);
  // Read under the farm's lock: what was granted meanwhile is seen, and a farm that went meanwhile is gone.
  const known = owner && (await findCheckout(tx, farmId, owner.checkoutId));
  const now = deps.now();
  const checkout = known ?? (await makeCheckoutAgain(deps, tx, farmId, news));
  if (typeof checkout === 'string') return checkout;
  const context: PaymentContext = { tx, farmId, checkout, now, deps, isCatchingUp };
  const outcome = await (news.about === 'checkout' ? settle(context, news) : hear(context, news));
  await beginScheduled(context);
  return outcome;
}

async function settle(context: PaymentContext, news: CheckoutNews): Promise<Outcome> {
  const { tx, farmId, checkout } = context;
  if (checkout.provider_session_id === null) {
    await setCheckout(tx, farmId, checkout.id, { provider_session_id: news.sessionId });
  }
  if (news.state === 'open') return 'ignored';
  if (news.state === 'expired') return moveTo(context, 'closed');
  if (news.subscriptionId === undefined || !isPaidAsAgreed(checkout, news))
    return hold(context, 'what was paid is not what was agreed');
  const isWaiting = checkout.trial_days > 0 || checkout.starts_at !== null;
  const began: Observation = {
    at: news.at,
    status: isWaiting ? 'trialing' : 'active',
    // Until the provider says so itself: without a word more the plan ends with what was paid.
    ...(news.cents === dueNow(checkout) && { periodEndsAt: firstPeriodEnd(news.at, checkout) }),
  };
  const subscription = { ...news, about: 'subscription', createdAt: undefined, price: undefined } as const;
  await observe(context, { ...subscription, id: news.subscriptionId, observation: began });
  return checkout.state === 'granted' ? 'applied' : grant(context, { at: news.at, subscriptionId: news.subscriptionId });
}

/** What is due now; or the first cycle at once, where a trial would have come before it. */
function isPaidAsAgreed(checkout: Checkout, { cents, currency, payment }: CheckoutNews): boolean {
  const due = dueNow(checkout);
  const isPaid = payment === 'paid' ? cents === due || cents === checkout.amount_cents : cents === due && due === 0;
  return isPaid && payment !== 'unpaid' && currency === checkout.currency;
}

/** Of a checkout that was made again the session may never be heard of: what is paid for shows that it was paid. */
async function hear(context: PaymentContext, news: SubscriptionNews): Promise<Outcome> {
  const { checkout } = context;
  const status = await observe(context, news);
  const isPaid = !hasEnded(status) && status !== 'incomplete';
  if (!isMadeAgain(checkout) || checkout.state !== 'open' || !isPaid) return 'applied';
  const { price } = news;
  if (price && (price.cents !== checkout.amount_cents || price.currency !== checkout.currency))
    return hold(context, 'what is paid is not what was agreed');
  return grant(context, { at: news.createdAt ?? news.observation.at, subscriptionId: news.id });
}

/** Only the subscription that pays for the farm's plan moves its status. Answers what the subscription is now. */
async function observe(context: PaymentContext, { id, customerId, observation }: SubscriptionNews): Promise<SubscriptionStatus> {
  const { tx, farmId, checkout, now } = context;
  const before = await findSubscription(tx, id);
  const known = mergeObservation(observedOf(before), observation);
  await putSubscription(tx, farmId, { id, checkout, customerId }, known, now);
  const plan = await readPlan(tx, farmId);
  if (plan.subscriptionId !== id) return known.status;
  // Another plan follows: nothing was cancelled, and the farm does not go back to Guest.
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
