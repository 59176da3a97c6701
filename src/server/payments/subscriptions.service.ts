import type { Subscription as SubscriptionReply } from '#contract/payments.ts';
import { hasEnded } from '#domain/subscriptions.ts';
import type { Deps } from '#server/deps.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { InFarm } from '#server/http/guards.ts';
import { Problem } from '#server/http/problem.ts';
import { takeNews } from './news.service.ts';
import { findRunning, readPlan, type Subscription } from './payments.queries.ts';
import type { Payments } from './payments.ts';
import { ProviderError, type Provider } from './provider.ts';

export async function readSubscription({ db, payments }: Deps, farmId: FarmId): Promise<SubscriptionReply> {
  const { planType, status, billingCycle, endsAt } = await readPlan(db, farmId);
  const running = await findRunning(db, farmId);
  return { planType, status, billingCycle, ...(running ? paid(running, payments) : given(endsAt)) };
}

type Payment = Omit<SubscriptionReply, 'planType' | 'status' | 'billingCycle'>;

/** Chosen for nothing, or a gift; with a coupon that pays for all of it, until its time is over. */
function given(endsAt: string | null): Payment {
  const none = { renewsOn: null, trialEndsOn: null, canCancel: false, canResume: false, hasPortal: false, isTest: false };
  return { ...none, amount: endsAt === null ? null : 0, endsOn: endsAt && endsAt.slice(0, 10) };
}

function paid({ amountCents, status, isEnding, periodEndsAt, provider, customerId }: Subscription, payments: Payments): Payment {
  const isLive = !hasEnded(status);
  const periodEnd = periodEndsAt && periodEndsAt.slice(0, 10);
  const willRenew = isLive && !isEnding;
  return {
    amount: amountCents / 100,
    renewsOn: willRenew ? periodEnd : null,
    endsOn: willRenew ? null : periodEnd,
    trialEndsOn: status === 'trialing' ? periodEnd : null,
    canCancel: willRenew,
    canResume: isLive && isEnding,
    hasPortal: provider === 'stripe' && customerId !== null && payments.of(provider) !== undefined,
    isTest: provider === 'test',
  };
}

/** Ends it with the period that is paid, or takes that back; pressed twice it is done once. */
export async function setEnding(deps: Deps, person: InFarm, isEnding: boolean): Promise<SubscriptionReply> {
  const { running, provider } = await getRunning(deps, person.farmId);
  if (running.isEnding !== isEnding) {
    await takeNews(deps, await reach(person, () => provider.setEnding(running.id, isEnding)));
    person.log.info({ security: isEnding ? 'subscription cancelled' : 'subscription resumed', userId: person.viewer.userId });
  }
  return readSubscription(deps, person.farmId);
}

export async function openPortal(deps: Deps, person: InFarm): Promise<{ url: string }> {
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

async function reach<T>({ log }: InFarm, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.error({ err: error }, 'the payment provider did not do what a person asked for');
    throw new Problem('payments.failed', {
      message: 'The payment service does not answer right now. Nothing was changed. Try again in a moment.',
    });
  }
}
