import { firstPeriodEnd, hasEnded, planStatusOf } from '#domain/accounts/subscriptions.ts';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction } from '#server/db/transaction.ts';
import { redeemCoupon } from '#server/plans/coupons.queries.ts';
import { hold, type Outcome, type PaymentContext } from './payment-context.ts';
import {
  closeCheckouts,
  deleteTask,
  endOtherSubscriptions,
  endSubscription,
  isEndQueued,
} from '#server/subscriptions/payment-tasks.queries.ts';
import { queuePlanActivated, queuePlanScheduled } from './payments.mail.ts';
import {
  findRunning,
  findScheduled,
  findSubscription,
  observedOf,
  type Subscription,
} from '#server/subscriptions/subscriptions.queries.ts';
import { recordTrial, readPlan, setPlan } from '#server/subscriptions/farm-plan.queries.ts';
import { isFarm, setCheckout, type Checkout } from './payments.queries.ts';

/** Stored instead of the digest of a request if a checkout was recreated from the provider's data after a restore. */
export const recreatedDigest = 'made again';
export const isRecreated = ({ create_digest }: Pick<Checkout, 'create_digest'>): boolean => create_digest === recreatedDigest;

interface Paid {
  readonly at: string;
  readonly subscriptionId: string;
}

export async function grant(context: PaymentContext, { at, subscriptionId }: Paid): Promise<Outcome> {
  const { tx, farmId, checkout, now } = context;
  const conflict = await findConflict(context);
  if (conflict) {
    if (conflict.isUnpaid) await endSubscription(tx, checkout.provider, subscriptionId, now);
    return hold(context, conflict.why);
  }
  await setCheckout(tx, farmId, checkout.id, { state: 'granted', settled_at: at });
  if (checkout.trial_days > 0) await recordTrial(tx, farmId, now);
  if (checkout.coupon_id !== null) await redeemCoupon(tx, checkout.coupon_id, farmId, now);
  await closeCheckouts(tx, farmId, now);

  const running = await findRunning(tx, farmId);
  const known = observedOf(await findSubscription(tx, subscriptionId));
  if (checkout.starts_at !== null && checkout.starts_at > now.toISOString()) {
    if (!hasEnded(known.status)) await queuePlanScheduled(context, at);
    return 'applied';
  }
  if (running && isNewer(running, { ...checkout, settled_at: at })) return 'applied';
  // The new subscription has ended since, and the current one is still paid for.
  if (running && hasEnded(known.status) && !hasEnded(running.status)) return 'applied';
  const status = planStatusOf(known, now.toISOString(), checkout);
  await setPlan(tx, farmId, checkout, subscriptionId, status);
  if (status !== 'expired') {
    await queuePlanActivated(context, at, (known.periodEndsAt ?? firstPeriodEnd(at, checkout)).slice(0, 10));
  }
  return 'applied';
}

/** `isUnpaid`: nothing has been paid for it, so it can be ended. */
async function findConflict({ tx, farmId, checkout }: PaymentContext): Promise<{ why: string; isUnpaid: boolean } | undefined> {
  const { trialUsedAt } = await readPlan(tx, farmId);
  if (checkout.trial_days > 0 && trialUsedAt)
    return { why: 'the farm has had its trial; the second one was ended before anything was paid', isUnpaid: true };
  if (checkout.replaces === null || !(await isEndQueued(tx, checkout.replaces))) return undefined;
  if (checkout.starts_at !== null)
    return { why: 'the plan that it was to follow had been left already; it was ended before anything was paid', isUnpaid: true };
  return checkout.credit_cents > 0
    ? { why: 'what was left of the plan before had been credited already', isUnpaid: false }
    : undefined;
}

type FarmContext = Pick<PaymentContext, 'tx' | 'farmId' | 'now' | 'deps'>;

export async function beginScheduled(context: FarmContext): Promise<void> {
  const { tx, farmId, now } = context;
  const running = await findRunning(tx, farmId);
  const next = await findScheduled(tx, farmId);
  const isSuperseded = (next?.settledAt ?? '') < (running?.settledAt ?? '');
  if (next && !isSuperseded && isDue(next, running, now)) {
    await beginPlan(context, next);
    return endOtherSubscriptions(tx, farmId, [next], now);
  }
  const continued = [running, isSuperseded ? undefined : next].flatMap((one) => one ?? []);
  await endOtherSubscriptions(tx, farmId, continued, now);
}

/** Waits for its day even if no plan is running, because a restored database may not know of the current plan yet. */
const isDue = (next: Subscription, running: Subscription | undefined, now: Date): boolean =>
  (next.startsAt ?? '') <= now.toISOString() || (running !== undefined && hasEnded(running.status));

async function beginPlan(context: FarmContext, next: Subscription): Promise<void> {
  const { tx, farmId, now } = context;
  const checkout = {
    plan_type: next.planType,
    billing_cycle: next.billingCycle,
    amount_cents: next.amountCents,
    provider: next.provider,
    trial_days: next.trialDays,
    credit_cents: next.creditCents,
  };
  await setPlan(tx, farmId, checkout, next.id, planStatusOf(next, now.toISOString(), checkout));
  await queuePlanActivated({ ...context, checkout }, next.startsAt ?? '', next.periodEndsAt?.slice(0, 10));
}

/** Returns false if its farm has been deleted. */
export async function reinstatePlan(deps: PaymentContext['deps'], subscription: Subscription, taskId: string): Promise<boolean> {
  const farmId = vouchedFarmId(subscription.farmId);
  const isRevived = await inFarmTransaction(deps.db, farmId, async (tx) => {
    if (!(await isFarm(tx, farmId))) return false;
    const now = deps.now();
    const { planType, billingCycle, id, checkoutId, trialDays } = subscription;
    await deleteTask(tx, taskId);
    await setCheckout(tx, farmId, checkoutId, { state: 'granted' });
    const known = observedOf(await findSubscription(tx, id));
    const terms = { plan_type: planType, billing_cycle: billingCycle, trial_days: trialDays };
    await setPlan(tx, farmId, terms, id, planStatusOf(known, now.toISOString(), terms));
    return true;
  });
  if (isRevived) deps.log.warn({ security: 'subscription kept', farmId, subscription: subscription.id });
  return isRevived;
}

/** Compares by the provider's clock. */
const isNewer = ({ settledAt, checkoutId }: Subscription, { settled_at, id }: Checkout): boolean =>
  `${settledAt} ${checkoutId}` > `${settled_at} ${id}`;
