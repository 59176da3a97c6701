import { dueNow, firstPeriodEnd, planStatusOf, strongerState, withObservation, type Observation } from '#domain/subscriptions.ts';
import type { Deps } from '#server/deps.ts';
import { vouchedFarmId, type FarmId } from '#server/db/farm-id.ts';
import type { PaymentEvents } from '#server/db/payments.schema.ts';
import { inTransaction, lockFarm, type Tx } from '#server/db/transaction.ts';
import { redeemCoupon } from '#server/plans/coupons.queries.ts';
import { queuePaymentFailed, queuePlanActivated, queuePlanEnded } from './payments.mail.ts';
import { closeCheckouts, endOtherSubscriptions, endSubscription } from './payment-tasks.queries.ts';
import {
  findCheckout,
  findOwner,
  findRunning,
  findSubscription,
  noteMessage,
  noteOutcome,
  noteTrial,
  observedOf,
  putSubscription,
  readHouse,
  readPlan,
  setCheckout,
  setPlan,
  setPlanStatus,
  type Checkout,
  type Subscription,
} from './payments.queries.ts';
import type { CheckoutNews, Message, News, SubscriptionNews } from './provider.ts';

export type NewsDeps = Pick<Deps, 'db' | 'now' | 'wakeMail' | 'config' | 'payments' | 'log'>;
type Outcome = PaymentEvents['outcome'];

export interface Scene {
  readonly tx: Tx;
  readonly farmId: FarmId;
  readonly checkout: Checkout;
  readonly now: Date;
  readonly deps: NewsDeps;
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
export async function takeNews(deps: NewsDeps, news: News): Promise<void> {
  await inTransaction(deps.db, (tx) => applyNews(deps, tx, news));
  deps.wakeMail();
}

/** Comes to the same in whatever order the news arrives, and however often. */
async function applyNews(deps: NewsDeps, tx: Tx, news: News): Promise<Outcome> {
  const owner = await findOwner(tx, news);
  const farmId = vouchedFarmId(owner?.farmId ?? '');
  if (owner) await lockFarm(tx, farmId);
  // Read under the farm's lock: what was granted meanwhile is seen, and a farm that went meanwhile is gone.
  const checkout = owner && (await findCheckout(tx, farmId, owner.checkoutId));
  const now = deps.now();
  if (!checkout) return endOrphan(deps, tx, news, now);
  const scene: Scene = { tx, farmId, checkout, now, deps };
  const outcome = await (news.about === 'checkout' ? settle(scene, news) : observe(scene, news, news.observation));
  const { subscriptionId } = await readPlan(tx, farmId);
  await endOtherSubscriptions(tx, farmId, subscriptionId, now);
  return outcome;
}

/** What is paid for a farm that is gone must not be paid again; what was never ours is not touched. */
async function endOrphan({ payments }: NewsDeps, tx: Tx, news: News, now: Date): Promise<Outcome> {
  const id = news.about === 'subscription' ? news.id : news.subscriptionId;
  if (payments.current && id !== undefined && news.house === (await readHouse(tx)).id) {
    await endSubscription(tx, payments.current.name, id, now);
  }
  return 'ignored';
}

async function settle(scene: Scene, news: CheckoutNews): Promise<Outcome> {
  const { tx, farmId, checkout } = scene;
  if (checkout.provider_session_id === null) {
    await setCheckout(tx, farmId, checkout.id, { provider_session_id: news.sessionId });
  }
  if (news.state === 'open') return 'ignored';
  if (news.state === 'expired') return moveTo(scene, 'closed');
  if (news.subscriptionId === undefined || !isPaidAsAgreed(checkout, news))
    return hold(scene, 'what was paid is not what was agreed');
  const began: Observation = {
    at: news.at,
    status: checkout.trial_days > 0 ? 'trialing' : 'active',
    // Until the provider says so itself: without a word more the plan ends with what was paid.
    ...(news.cents === dueNow(checkout) && { periodEndsAt: firstPeriodEnd(news.at, checkout) }),
  };
  await observe(scene, { ...news, about: 'subscription', id: news.subscriptionId, observation: began }, began);
  return checkout.state === 'granted' ? 'applied' : grant(scene, news, news.subscriptionId);
}

/** What is due now; or the first cycle at once, where a trial would have come before it. */
function isPaidAsAgreed(checkout: Checkout, { cents, currency, payment }: CheckoutNews): boolean {
  const due = dueNow(checkout);
  const isPaid = payment === 'paid' ? cents === due || cents === checkout.amount_cents : cents === due && due === 0;
  return isPaid && payment !== 'unpaid' && currency === checkout.currency;
}

async function moveTo({ tx, farmId, checkout }: Scene, state: Checkout['state']): Promise<Outcome> {
  if (strongerState(checkout.state, state) === checkout.state) return 'ignored';
  await setCheckout(tx, farmId, checkout.id, { state });
  return 'applied';
}

/** Nothing is granted; a person has to look. */
async function hold(scene: Scene, why: string): Promise<Outcome> {
  const { deps, farmId, checkout } = scene;
  await moveTo(scene, 'held');
  deps.log.error({ security: 'payment held', farmId, checkout: checkout.id, why }, 'a payment needs to be looked at');
  return 'held';
}

async function grant(scene: Scene, news: CheckoutNews, subscriptionId: string): Promise<Outcome> {
  const { tx, farmId, checkout, now } = scene;
  const plan = await readPlan(tx, farmId);
  if (checkout.trial_days > 0 && plan.trialUsedAt) {
    await endSubscription(tx, checkout.provider, subscriptionId, now);
    return hold(scene, 'the farm has had its trial; the second one was ended before anything was paid');
  }
  await setCheckout(tx, farmId, checkout.id, { state: 'granted', settled_at: news.at });
  if (checkout.trial_days > 0) await noteTrial(tx, farmId, now);
  if (checkout.coupon_id !== null) await redeemCoupon(tx, checkout.coupon_id, farmId, now);
  await closeCheckouts(tx, farmId, now);

  const running = await findRunning(tx, farmId);
  if (running && isNewer(running, { ...checkout, settled_at: news.at })) return 'applied';
  const known = observedOf(await findSubscription(tx, subscriptionId));
  const status = planStatusOf(known, now.toISOString());
  await setPlan(tx, farmId, checkout, subscriptionId, status);
  if (status !== 'expired') {
    await queuePlanActivated(scene, (known.periodEndsAt ?? firstPeriodEnd(news.at, checkout)).slice(0, 10));
  }
  return 'applied';
}

/** Which of two that were paid for came later, by the provider's clock. */
const isNewer = ({ settledAt, checkoutId }: Subscription, { settled_at, id }: Checkout): boolean =>
  `${settledAt} ${checkoutId}` > `${settled_at} ${id}`;

/** Only the subscription that pays for the farm's plan moves its status. */
async function observe(scene: Scene, { id, customerId }: SubscriptionNews, observation: Observation): Promise<Outcome> {
  const { tx, farmId, checkout, now } = scene;
  const before = observedOf(await findSubscription(tx, id));
  const known = withObservation(before, observation);
  await putSubscription(tx, farmId, { id, checkout, customerId }, known, now);
  const plan = await readPlan(tx, farmId);
  if (plan.subscriptionId !== id) return 'applied';
  const status = planStatusOf(known, now.toISOString());
  if (status === plan.status) return 'applied';
  await setPlanStatus(tx, farmId, status);
  if (status === 'past_due') await queuePaymentFailed(scene);
  if (status === 'expired') await queuePlanEnded(scene, checkout.plan_type);
  return 'applied';
}
