import type { Cents } from '../values/units.ts';
import { addDays, addMonths } from '../values/dates.ts';
import type { BillingCycle } from './plans.ts';

/** ISO 8601 in UTC, so that text order is time order. */
type Moment = string;

/** From weak to strong: a later event never weakens the state, so what is paid stays paid. */
export const checkoutStates = ['open', 'closed', 'held', 'granted'] as const;
export type CheckoutState = (typeof checkoutStates)[number];

export const strongerState = (a: CheckoutState, b: CheckoutState): CheckoutState =>
  checkoutStates.indexOf(a) >= checkoutStates.indexOf(b) ? a : b;

/** Stripe's statuses, weakest first; the order decides between two that were observed in the same second. */
export const subscriptionStatuses = [
  'incomplete',
  'trialing',
  'past_due',
  'active',
  'paused',
  'unpaid',
  'incomplete_expired',
  'canceled',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const endedStatuses = ['incomplete_expired', 'canceled'] as const satisfies readonly SubscriptionStatus[];
export const hasEnded = (status: SubscriptionStatus): boolean => (endedStatuses as readonly string[]).includes(status);

/** Absent fields were not part of the event or answer. */
export interface Observation {
  readonly at: Moment;
  readonly status?: SubscriptionStatus;
  readonly periodEndsAt?: Moment;
  readonly isEnding?: boolean;
}

export interface SubscriptionState {
  readonly status: SubscriptionStatus;
  readonly observedAt: Moment;
  readonly periodEndsAt: Moment | null;
  readonly isEnding: boolean;
  readonly endingObservedAt: Moment;
}

export const initialSubscriptionState: SubscriptionState = {
  status: 'incomplete',
  observedAt: '',
  periodEndsAt: null,
  isEnding: false,
  endingObservedAt: '',
};

/** Independent of order and repetition: the newest status wins, an end is final, and a paid period is not taken back. */
export function mergeObservation(
  known: SubscriptionState,
  { at, status, periodEndsAt, isEnding }: Observation,
): SubscriptionState {
  const isNewStatus = status !== undefined && isLater(at, status, known);
  const isNewEnding =
    isEnding !== undefined && (at > known.endingObservedAt || (at === known.endingObservedAt && isEnding && !known.isEnding));
  return {
    ...(isNewStatus ? { status, observedAt: at } : { status: known.status, observedAt: known.observedAt }),
    periodEndsAt: later(known.periodEndsAt, periodEndsAt ?? null),
    ...(isNewEnding
      ? { isEnding, endingObservedAt: at }
      : { isEnding: known.isEnding, endingObservedAt: known.endingObservedAt }),
  };
}

function isLater(at: Moment, status: SubscriptionStatus, known: SubscriptionState): boolean {
  if (hasEnded(status) !== hasEnded(known.status)) return hasEnded(status);
  if (at !== known.observedAt) return at > known.observedAt;
  return subscriptionStatuses.indexOf(status) > subscriptionStatuses.indexOf(known.status);
}

const later = (a: Moment | null, b: Moment | null): Moment | null => (a === null || (b !== null && b > a) ? b : a);

/** How long a plan remains valid after its period if the provider sends no event. */
export const graceDays = 3;

/**
 * After a failed payment the plan stays valid while the provider retries. The provider also reports 'trialing' while a subscription
 * waits for the previous plan to end, which is no trial unless there are trial days.
 */
export function planStatusOf(
  { status, periodEndsAt }: Pick<SubscriptionState, 'status' | 'periodEndsAt'>,
  now: Moment,
  { trial_days }: Pick<Terms, 'trial_days'>,
): string {
  if (periodEndsAt !== null && afterDays(periodEndsAt, graceDays) <= now) return 'expired';
  switch (status) {
    case 'trialing':
      return trial_days > 0 ? 'trial' : 'active';
    case 'active':
    case 'past_due':
    case 'paused':
      return status;
    default:
      return 'expired';
  }
}

interface Terms {
  readonly billing_cycle: BillingCycle;
  readonly amount_cents: Cents;
  readonly trial_days: number;
  readonly starts_at: Moment | null;
  readonly credit_cents: Cents;
}

type Timing = Pick<Terms, 'trial_days' | 'billing_cycle' | 'starts_at'>;

export const dueNow = ({
  amount_cents,
  trial_days,
  starts_at,
  credit_cents,
}: Pick<Terms, 'amount_cents' | 'trial_days' | 'starts_at' | 'credit_cents'>): Cents =>
  trial_days > 0 || starts_at !== null ? 0 : amount_cents - credit_cents;

const firstPaymentAt = (agreed: Moment, { trial_days, starts_at }: Timing): Moment | undefined =>
  trial_days > 0 || starts_at !== null ? afterDays(starts_at ?? agreed, trial_days) : undefined;

export const firstPeriodEnd = (agreed: Moment, terms: Timing): Moment =>
  firstPaymentAt(agreed, terms) ?? afterOneCycle(agreed, terms.billing_cycle);

/** Counted from the first payment, so that a cycle that began on the 31st returns to it after a short month. */
export function periodEndAfter(now: Moment, agreed: Moment, terms: Timing): Moment {
  const paidFrom = firstPaymentAt(agreed, terms) ?? agreed;
  let end = firstPeriodEnd(agreed, terms);
  for (let cycles = 1; end <= now; cycles += 1) end = afterCycles(paidFrom, terms.billing_cycle, cycles);
  return end;
}

export const afterOneCycle = (moment: Moment, cycle: BillingCycle): Moment => afterCycles(moment, cycle, 1);

const afterCycles = (moment: Moment, cycle: BillingCycle, cycles: number): Moment =>
  addMonths(moment.slice(0, 10), cycles * (cycle === 'monthly' ? 1 : 12)) + moment.slice(10);

export const afterDays = (moment: Moment, days: number): Moment => addDays(moment.slice(0, 10), days) + moment.slice(10);
