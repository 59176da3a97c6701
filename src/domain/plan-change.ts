import { addMonths } from './dates.ts';
import type { Cents } from './money.ts';
import { paidPlanTypes, type BillingCycle, type PaidPlanType } from './plans.ts';
import type { SubscriptionStatus } from './subscriptions.ts';

/** The paid plan that the farm has now. */
export interface RunningPlan {
  readonly planType: PaidPlanType;
  readonly billingCycle: BillingCycle;
  /** Charged in each cycle. */
  readonly amountCents: Cents;
  readonly status: SubscriptionStatus;
  readonly periodEndsAt: string | null;
}

export interface PlanChange {
  /** null if the new plan begins at once. */
  readonly startsAt: string | null;
  /** Deducted from the first payment for the unused rest of the previous plan. */
  readonly creditCents: Cents;
}

/** Stripe postpones a first payment by at least two days; the third leaves the payer time to complete the checkout. */
const minDelayMs = 3 * 86_400_000;
/** The minimum amount of payment services, which accept a payment of zero too. */
const minPaymentCents = 50;

const rank = (plan: PaidPlanType): number => paidPlanTypes.indexOf(plan);

export const isLarger = (plan: PaidPlanType, than: PaidPlanType): boolean => rank(plan) > rank(than);

/**
 * No paid time is lost. A larger plan begins at once, and the unused rest of the previous one is deducted from its price. A
 * smaller plan, or the same one in another cycle, begins when the paid time ends.
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

/** The time at which a smaller plan would begin; null if it would begin at once. */
export function paidUntil({ status, periodEndsAt }: RunningPlan, now: Date): string | null {
  const isPaid = status === 'active' || status === 'trialing';
  return isPaid && periodEndsAt !== null && Date.parse(periodEndsAt) - now.getTime() >= minDelayMs ? periodEndsAt : null;
}

/** The share of the last payment for the time to come, to the second as payment services count. A trial was not paid for. */
export function unusedCents({ status, periodEndsAt, billingCycle, amountCents }: RunningPlan, now: Date): Cents {
  if (status !== 'active' || periodEndsAt === null) return 0;
  const ends = Date.parse(periodEndsAt);
  const began = addMonths(periodEndsAt.slice(0, 10), billingCycle === 'monthly' ? -1 : -12) + periodEndsAt.slice(10);
  const share = (ends - now.getTime()) / (ends - Date.parse(began));
  return Math.round(amountCents * Math.min(1, Math.max(0, share)));
}

/** Limits the credit so that the remaining payment is zero or at least the minimum. */
function creditFor(unused: Cents, due: Cents): Cents {
  if (unused >= due) return due;
  return due - unused < minPaymentCents ? Math.max(0, due - minPaymentCents) : unused;
}
