import { addMonths } from './dates.ts';
import type { Cents } from './money.ts';
import { paidPlanTypes, type BillingCycle, type PaidPlanType } from './plans.ts';
import type { SubscriptionStatus } from './subscriptions.ts';

/** What pays for the farm's plan until now. */
export interface RunningPlan {
  readonly planType: PaidPlanType;
  readonly billingCycle: BillingCycle;
  /** What each cycle costs. */
  readonly amountCents: Cents;
  readonly status: SubscriptionStatus;
  readonly periodEndsAt: string | null;
}

export interface PlanChange {
  /** When the new plan begins; null: at once. */
  readonly startsAt: string | null;
  /** Taken off the first payment for what is left of the plan before it. */
  readonly creditCents: Cents;
}

/** A payment service moves a first payment by no less than two days; somebody may take another to pay. */
const leastDelayMs = 3 * 86_400_000;
/** Payment services take no smaller payment than this, except none at all. */
const leastPaymentCents = 50;

const rank = (plan: PaidPlanType): number => paidPlanTypes.indexOf(plan);

export const isLarger = (plan: PaidPlanType, than: PaidPlanType): boolean => rank(plan) > rank(than);

/**
 * Nobody loses what they have paid for. A larger plan begins at once, and the unused rest of the one before it is taken off its price; a
 * smaller one, or the same one in another cycle, begins when the paid time is over.
 */
export function planChange(
  running: RunningPlan | undefined,
  next: { readonly planType: PaidPlanType; readonly dueCents: Cents },
  now: Date,
): PlanChange {
  if (!running) return { startsAt: null, creditCents: 0 };
  if (!isLarger(next.planType, running.planType) && keepsUntil(running, now) !== null) {
    return { startsAt: running.periodEndsAt, creditCents: 0 };
  }
  return { startsAt: null, creditCents: creditFor(unusedCents(running, now), next.dueCents) };
}

/** Until when a change to a smaller plan would wait; null: it would not. */
export function keepsUntil({ status, periodEndsAt }: RunningPlan, now: Date): string | null {
  const isPaid = status === 'active' || status === 'trialing';
  return isPaid && periodEndsAt !== null && Date.parse(periodEndsAt) - now.getTime() >= leastDelayMs ? periodEndsAt : null;
}

/** The part of the last payment that is for the time to come, to the second as payment services count. A trial was not paid for. */
export function unusedCents({ status, periodEndsAt, billingCycle, amountCents }: RunningPlan, now: Date): Cents {
  if (status !== 'active' || periodEndsAt === null) return 0;
  const ends = Date.parse(periodEndsAt);
  const began = addMonths(periodEndsAt.slice(0, 10), billingCycle === 'monthly' ? -1 : -12) + periodEndsAt.slice(10);
  const share = (ends - now.getTime()) / (ends - Date.parse(began));
  return Math.round(amountCents * Math.min(1, Math.max(0, share)));
}

/** As much of the rest as a payment can be lowered by. */
function creditFor(unused: Cents, due: Cents): Cents {
  if (unused >= due) return due;
  return due - unused < leastPaymentCents ? Math.max(0, due - leastPaymentCents) : unused;
}
