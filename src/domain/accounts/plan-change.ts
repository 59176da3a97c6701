import type { Cents } from '../values/units.ts';
import { addMonths } from '../values/dates.ts';
import { paidPlanTypes, type BillingCycle, type PaidPlanType } from './plans.ts';
import type { SubscriptionStatus } from './subscriptions.ts';

export interface RunningPlan {
  readonly planType: PaidPlanType;
  readonly billingCycle: BillingCycle;
  readonly amountCents: Cents;
  readonly status: SubscriptionStatus;
  readonly periodEndsAt: string | null;
}

export interface PlanChange {
  readonly startsAt: string | null;
  readonly creditCents: Cents;
}

/** Stripe postpones a first payment by at least two days; the third leaves the payer time to complete the checkout. */
const minDelayMs = 3 * 86_400_000;
/** The minimum of payment services, apart from zero. */
const minPaymentCents = 50;

const rank = (plan: PaidPlanType): number => paidPlanTypes.indexOf(plan);

export const isLarger = (plan: PaidPlanType, than: PaidPlanType): boolean => rank(plan) > rank(than);

/**
 * No paid time is lost: a larger plan begins at once and the unused rest of the previous one is deducted, while a smaller plan, or
 * the same one in another cycle, begins when the paid time ends.
 */
export function planChange(
  running: RunningPlan | undefined,
  next: { readonly planType: PaidPlanType; readonly dueCents: Cents },
  now: Date,
): PlanChange {
  if (!running) return { startsAt: null, creditCents: 0 };
  if (!isLarger(next.planType, running.planType) && paidUntil(running, now) !== null) {
    return { startsAt: running.periodEndsAt, creditCents: 0 };
  }
  return { startsAt: null, creditCents: creditFor(unusedCents(running, now), next.dueCents) };
}

export function paidUntil({ status, periodEndsAt }: RunningPlan, now: Date): string | null {
  const isPaid = status === 'active' || status === 'trialing';
  return isPaid && periodEndsAt !== null && Date.parse(periodEndsAt) - now.getTime() >= minDelayMs ? periodEndsAt : null;
}

/** Counted to the second, as payment services do. A trial was not paid for. */
export function unusedCents({ status, periodEndsAt, billingCycle, amountCents }: RunningPlan, now: Date): Cents {
  if (status !== 'active' || periodEndsAt === null) return 0;
  const ends = Date.parse(periodEndsAt);
  const began = addMonths(periodEndsAt.slice(0, 10), billingCycle === 'monthly' ? -1 : -12) + periodEndsAt.slice(10);
  const share = (ends - now.getTime()) / (ends - Date.parse(began));
  return Math.round(amountCents * Math.min(1, Math.max(0, share)));
}

function creditFor(unused: Cents, due: Cents): Cents {
  if (unused >= due) return due;
  return due - unused < minPaymentCents ? Math.max(0, due - minPaymentCents) : unused;
}
