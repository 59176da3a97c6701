import { firstPeriodEnd, hasEnded, planStatusOf } from '#domain/subscriptions.ts';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction } from '#server/db/transaction.ts';
import { redeemCoupon } from '#server/plans/coupons.queries.ts';
import { hold, type Outcome, type PaymentContext } from './payment-context.ts';
import {
  closeCheckouts,
  dropTask,
  endOtherSubscriptions,
  endSubscription,
  isToEnd,
} from '#server/subscriptions/payment-tasks.queries.ts';
import { queuePlanActivated, queuePlanScheduled } from './payments.mail.ts';
import {
  findRunning,
  findScheduled,
  findSubscription,
  observedOf,
  type Subscription,
} from '#server/subscriptions/subscriptions.queries.ts';
import { noteTrial, readPlan, setPlan } from '#server/subscriptions/farm-plan.queries.ts';
import { setCheckout, type Checkout } from './payments.queries.ts';

/** In place of the digest of a request: made again from what the provider keeps, after a restore. */
export const madeAgain = 'made again';
export const isMadeAgain = ({ create_digest }: Pick<Checkout, 'create_digest'>): boolean => create_digest === madeAgain;

interface Paid {
  readonly at: string;
  readonly subscriptionId: string;
}

/** The plan that was paid for is the farm's, now or when the one before it is used up. */
export async function grant(context: PaymentContext, { at, subscriptionId }: Paid): Promise<Outcome> {
  const { tx, farmId, checkout, now } = context;
  const conflict = await findConflict(context);
  if (conflict) {
    if (conflict.isUnpaid) await endSubscription(tx, checkout.provider, subscriptionId, now);
    return hold(context, conflict.why);
  }
  await setCheckout(tx, farmId, checkout.id, { state: 'granted', settled_at: at });
  if (checkout.trial_days > 0) await noteTrial(tx, farmId, now);
  if (checkout.coupon_id !== null) await redeemCoupon(tx, checkout.coupon_id, farmId, now);
  await closeCheckouts(tx, farmId, now);

  const running = await findRunning(tx, farmId);
  const known = observedOf(await findSubscription(tx, subscriptionId));
  if (checkout.starts_at !== null && checkout.starts_at > now.toISOString()) {
    if (!hasEnded(known.status)) await queuePlanScheduled(context, at);
    return 'applied';
  }
  if (running && isNewer(running, { ...checkout, settled_at: at })) return 'applied';
  // It has ended since: a plan that is paid for goes on.
  if (running && hasEnded(known.status) && !hasEnded(running.status)) return 'applied';
  const status = planStatusOf(known, now.toISOString(), checkout);
  await setPlan(tx, farmId, checkout, subscriptionId, status);
  if (status !== 'expired') {
    await queuePlanActivated(context, at, (known.periodEndsAt ?? firstPeriodEnd(at, checkout)).slice(0, 10));
  }
  return 'applied';
}

/** Why what was agreed does not hold any more. `isUnpaid`: it can be ended, for nothing has been paid for it. */
async function findConflict({ tx, farmId, checkout }: PaymentContext): Promise<{ why: string; isUnpaid: boolean } | undefined> {
  const { trialUsedAt } = await readPlan(tx, farmId);
  if (checkout.trial_days > 0 && trialUsedAt)
    return { why: 'the farm has had its trial; the second one was ended before anything was paid', isUnpaid: true };
  if (checkout.replaces === null || !(await isToEnd(tx, checkout.replaces))) return undefined;
  if (checkout.starts_at !== null)
    return { why: 'the plan that it was to follow had been left already; it was ended before anything was paid', isUnpaid: true };
  return checkout.credit_cents > 0
    ? { why: 'what was left of the plan before had been credited already', isUnpaid: false }
    : undefined;
}

type Place = Pick<PaymentContext, 'tx' | 'farmId' | 'now' | 'deps' | 'isCatchingUp'>;

/** The plan that was to follow begins when the one before it is used up, or has ended early; whatever else is paid for ends. */
export async function beginScheduled(place: Place): Promise<void> {
  const { tx, farmId, now } = place;
  const running = await findRunning(tx, farmId);
  const next = await findScheduled(tx, farmId);
  const isSuperseded = (next?.settledAt ?? '') < (running?.settledAt ?? '');
  if (next && !isSuperseded && isDue(next, running, now)) {
    await beginPlan(place, next);
    return endOtherSubscriptions(tx, farmId, [next], now);
  }
  const kept = [running, isSuperseded ? undefined : next].flatMap((one) => one ?? []);
  await endOtherSubscriptions(tx, farmId, kept, now);
}

/** Where no plan runs it waits for its day: a restored database may not have heard yet of the one before. */
const isDue = (next: Subscription, running: Subscription | undefined, now: Date): boolean =>
  (next.startsAt ?? '') <= now.toISOString() || (running !== undefined && hasEnded(running.status));

async function beginPlan(place: Place, next: Subscription): Promise<void> {
  const { tx, farmId, now } = place;
  const checkout = {
    plan_type: next.planType,
    billing_cycle: next.billingCycle,
    amount_cents: next.amountCents,
    provider: next.provider,
    trial_days: next.trialDays,
    credit_cents: next.creditCents,
  };
  await setPlan(tx, farmId, checkout, next.id, planStatusOf(next, now.toISOString(), checkout));
  await queuePlanActivated({ ...place, checkout }, next.startsAt ?? '', next.periodEndsAt?.slice(0, 10));
}

/** A subscription that was to end because another takes its place goes on: the other one has ended. */
export async function revive(deps: PaymentContext['deps'], subscription: Subscription, taskId: string): Promise<void> {
  const farmId = vouchedFarmId(subscription.farmId);
  await inFarmTransaction(deps.db, farmId, async (tx) => {
    const now = deps.now();
    const { planType, billingCycle, id, checkoutId, trialDays } = subscription;
    await dropTask(tx, taskId);
    await setCheckout(tx, farmId, checkoutId, { state: 'granted' });
    const known = observedOf(await findSubscription(tx, id));
    const terms = { plan_type: planType, billing_cycle: billingCycle, trial_days: trialDays };
    await setPlan(tx, farmId, terms, id, planStatusOf(known, now.toISOString(), terms));
  });
  deps.log.warn({ security: 'subscription kept', farmId, subscription: subscription.id });
}

/** Which of two that were paid for came later, by the provider's clock. */
const isNewer = ({ settledAt, checkoutId }: Subscription, { settled_at, id }: Checkout): boolean =>
  `${settledAt} ${checkoutId}` > `${settled_at} ${id}`;
