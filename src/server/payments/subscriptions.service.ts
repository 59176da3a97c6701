import type { Subscription as SubscriptionReply } from '#contract/payments.ts';
import { paidUntil, unusedCents } from '#domain/accounts/plan-change.ts';
import { hasEnded } from '#domain/accounts/subscriptions.ts';
import type { Deps } from '#server/deps.ts';
import { vouchedFarmId, type FarmId } from '#server/db/farm-id.ts';
import { lockFarm, type Tx } from '#server/db/transaction.ts';
import type { PersonInFarm } from '#server/http/guards.ts';
import { Problem } from '#server/problem.ts';
import { refuseWhileHeld } from './after-restore.ts';
import { handleEvent } from './provider-events.service.ts';
import { endSubscription } from '#server/subscriptions/payment-tasks.queries.ts';
import { queueRenewalCancelled } from './payments.mail.ts';
import { findCheckout } from './payments.queries.ts';
import { findRunning, findScheduled, type Subscription } from '#server/subscriptions/subscriptions.queries.ts';
import { readPlan } from '#server/subscriptions/farm-plan.queries.ts';
import type { Payments } from '#server/payment-provider/provider.ts';
import { ProviderError, type Provider } from '#server/payment-provider/provider.ts';

export async function readSubscription({ db, payments, now }: Deps, farmId: FarmId): Promise<SubscriptionReply> {
  const { planType, status, billingCycle, endsAt, trialUsedAt } = await readPlan(db, farmId);
  const running = await findRunning(db, farmId);
  const next = await findScheduled(db, farmId);
  return {
    planType,
    status,
    billingCycle,
    ...(running ? paid(running, payments, now()) : given(endsAt)),
    ...(next && running && { ...whatFollows(next), canCancel: true, canResume: true }),
    hasTrial: trialUsedAt === null,
    isSelling: payments.current !== undefined,
  };
}

type Payment = Omit<SubscriptionReply, 'planType' | 'status' | 'billingCycle' | 'hasTrial' | 'isSelling'>;

const nothingPaid = {
  renewsOn: null,
  trialEndsOn: null,
  unusedAmount: 0,
  keepsUntil: null,
  next: null,
  canCancel: false,
  canResume: false,
  hasPortal: false,
  isTest: false,
};

const given = (endsAt: string | null): Payment => ({
  ...nothingPaid,
  amount: endsAt === null ? null : 0,
  endsOn: endsAt && endsAt.slice(0, 10),
});

function paid(running: Subscription, payments: Payments, now: Date): Payment {
  const { amountCents, status, isEnding, periodEndsAt, provider, customerId, trialDays } = running;
  const isLive = !hasEnded(status);
  const periodEnd = periodEndsAt && periodEndsAt.slice(0, 10);
  const willRenew = isLive && !isEnding;
  return {
    amount: amountCents / 100,
    renewsOn: willRenew ? periodEnd : null,
    endsOn: willRenew ? null : periodEnd,
    trialEndsOn: status === 'trialing' && trialDays > 0 ? periodEnd : null,
    unusedAmount: unusedCents(running, now) / 100,
    keepsUntil: paidUntil(running, now)?.slice(0, 10) ?? null,
    next: null,
    canCancel: willRenew,
    canResume: isLive && isEnding,
    hasPortal: provider === 'stripe' && customerId !== null && payments.of(provider) !== undefined,
    isTest: provider === 'test',
  };
}

function whatFollows({ planType, billingCycle, amountCents, startsAt }: Subscription) {
  const startsOn = startsAt?.slice(0, 10) ?? '';
  return { renewsOn: null, endsOn: startsOn, next: { planType, billingCycle, amount: amountCents / 100, startsOn } };
}

/**
 * Ends the subscription with its paid period, or undoes that; idempotent. In both cases a scheduled plan is dropped: after cancelling nothing
 * more is charged, and after resuming the farm stays on this plan.
 */
export async function setEnding(deps: Deps, person: PersonInFarm, isEnding: boolean): Promise<SubscriptionReply> {
  await refuseWhileHeld(deps.db);
  const { farmId } = person;
  const { running, provider } = await getRunning(deps, farmId);
  const next = await findScheduled(deps.db, farmId);
  if (running.isEnding !== isEnding || next) {
    const event = await reach(person, () => provider.setEnding(running.id, isEnding));
    await handleEvent(deps, event, (tx) => dropScheduled(deps, tx, running, isEnding));
    person.log.info({ security: isEnding ? 'subscription cancelled' : 'subscription resumed', userId: person.viewer.userId });
  }
  return readSubscription(deps, farmId);
}

async function dropScheduled(deps: Deps, tx: Tx, running: Subscription, isEnding: boolean): Promise<void> {
  const farmId = vouchedFarmId(running.farmId);
  await lockFarm(tx, farmId);
  const next = await findScheduled(tx, farmId);
  if (!next) return;
  await endSubscription(tx, next.provider, next.id, deps.now());
  if (!isEnding || !running.isEnding) return;
  const checkout = await findCheckout(tx, farmId, running.checkoutId);
  const now = deps.now();
  if (checkout) await queueRenewalCancelled({ tx, farmId, now, deps, checkout }, now.toISOString(), running.periodEndsAt);
}

export async function openPortal(deps: Deps, person: PersonInFarm): Promise<{ url: string }> {
  await refuseWhileHeld(deps.db);
  const { running, provider } = await getRunning(deps, person.farmId);
  const { customerId } = running;
  if (customerId === null || provider.name === 'test') throw new Problem('payments.no_subscription');
  return { url: await reach(person, () => provider.openPortal(customerId)) };
}

async function getRunning({ db, payments }: Deps, farmId: FarmId): Promise<{ running: Subscription; provider: Provider }> {
  const running = await findRunning(db, farmId);
  const provider = running && payments.of(running.provider);
  if (!provider || hasEnded(running.status)) throw new Problem('payments.no_subscription');
  return { running, provider };
}

async function reach<T>({ log }: PersonInFarm, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.error({ err: error }, 'the payment provider did not do what a person asked for');
    throw new Problem('payments.failed', {
      message: 'The payment service is not answering right now. Nothing was changed. Try again in a moment.',
    });
  }
}
