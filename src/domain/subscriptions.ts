import { addDays, addMonths } from './dates.ts';
import type { Cents } from './money.ts';
import type { BillingCycle } from './plans.ts';

/** ISO 8601 in UTC, so that text order is time order. */
type Moment = string;

/** Ordered from weak to strong: a later event never weakens the state, so what is paid stays paid. */
export const checkoutStates = ['open', 'closed', 'held', 'granted'] as const;
export type CheckoutState = (typeof checkoutStates)[number];

export const strongerState = (a: CheckoutState, b: CheckoutState): CheckoutState =>
  checkoutStates.indexOf(a) >= checkoutStates.indexOf(b) ? a : b;

/** The statuses of Stripe, weakest first. The order decides between two that were observed in the same second. */
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

/** A subscription in these statuses cannot be resumed; a new one is needed. */
export const endedStatuses = ['incomplete_expired', 'canceled'] as const satisfies readonly SubscriptionStatus[];
export const hasEnded = (status: SubscriptionStatus): boolean => (endedStatuses as readonly string[]).includes(status);

/** What one webhook event or one query to the provider tells; absent fields were not part of it. */
export interface Observation {
  readonly at: Moment;
  readonly status?: SubscriptionStatus;
  readonly periodEndsAt?: Moment;
  /** The subscription ends with the period instead of renewing. */
  readonly isEnding?: boolean;
}

/** The merged observations of a subscription. */
export interface SubscriptionState {
  readonly status: SubscriptionStatus;
  readonly observedAt: Moment;
  readonly periodEndsAt: Moment | null;
  readonly isEnding: boolean;
  readonly endingObservedAt: Moment;
}

/** The state before any observation. */
export const initialSubscriptionState: SubscriptionState = {
  status: 'incomplete',
  observedAt: '',
  periodEndsAt: null,
  isEnding: false,
  endingObservedAt: '',
};

/**
 * Merges observations independently of their order and repetition: the newest status wins, an end is final, and a period that was
 * paid is not taken back.
 */
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
 * Derives the status of the farm's plan from the subscription. After a failed payment the plan stays valid while the provider
 * retries. The provider also reports 'trialing' while a subscription waits for the previous plan to end; without trial days that
 * is not a trial here.
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
  /** Charged in each cycle. */
  readonly amount_cents: Cents;
  readonly trial_days: number;
  /** The end of the previous plan; null if it begins at once. */
  readonly starts_at: Moment | null;
  /** Deducted from the first payment. */
  readonly credit_cents: Cents;
}

type Timing = Pick<Terms, 'trial_days' | 'billing_cycle' | 'starts_at'>;

/** The amount due at the checkout itself: zero if a trial or the paid time of another plan comes first. */
export const dueNow = ({
  amount_cents,
  trial_days,
  starts_at,
  credit_cents,
}: Pick<Terms, 'amount_cents' | 'trial_days' | 'starts_at' | 'credit_cents'>): Cents =>
  trial_days > 0 || starts_at !== null ? 0 : amount_cents - credit_cents;

/** When terms agreed at this moment are first charged; undefined if at once. */
const firstPaymentAt = (agreed: Moment, { trial_days, starts_at }: Timing): Moment | undefined =>
  trial_days > 0 || starts_at !== null ? afterDays(starts_at ?? agreed, trial_days) : undefined;

/** When terms agreed at this moment are charged next. */
export const firstPeriodEnd = (agreed: Moment, terms: Timing): Moment =>
  firstPaymentAt(agreed, terms) ?? afterOneCycle(agreed, terms.billing_cycle);

/**
 * The end of the current period, counted from the first payment, so that a cycle that began on the 31st returns to it after a
 * short month.
 */
export function periodEndAfter(now: Moment, agreed: Moment, terms: Timing): Moment {
  const paidFrom = firstPaymentAt(agreed, terms) ?? agreed;
  let end = firstPeriodEnd(agreed, terms);
  for (let cycles = 1; end <= now; cycles += 1) end = afterCycles(paidFrom, terms.billing_cycle, cycles);
  return end;
}

/** The same time of day one calendar month or year later, clamped to the last day of a shorter month. */
export const afterOneCycle = (moment: Moment, cycle: BillingCycle): Moment => afterCycles(moment, cycle, 1);

const afterCycles = (moment: Moment, cycle: BillingCycle, cycles: number): Moment =>
  addMonths(moment.slice(0, 10), cycles * (cycle === 'monthly' ? 1 : 12)) + moment.slice(10);

export const afterDays = (moment: Moment, days: number): Moment => addDays(moment.slice(0, 10), days) + moment.slice(10);
