import { addDays, addMonths } from './dates.ts';
import type { Cents } from './money.ts';
import type { BillingCycle } from './plans.ts';

/** A moment as ISO 8601 UTC text, which sorts as time does. */
type Moment = string;

/** Stronger further right: what is paid stays so, whatever is heard of it later. */
export const checkoutStates = ['open', 'closed', 'held', 'granted'] as const;
export type CheckoutState = (typeof checkoutStates)[number];

export const strongerState = (a: CheckoutState, b: CheckoutState): CheckoutState =>
  checkoutStates.indexOf(a) >= checkoutStates.indexOf(b) ? a : b;

/** In the provider's words (Stripe), weakest first: this order decides between two that were observed in the same second. */
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

/** From here there is no way back: who wants the plan again begins a new subscription. */
export const endedStatuses = ['incomplete_expired', 'canceled'] as const satisfies readonly SubscriptionStatus[];
export const hasEnded = (status: SubscriptionStatus): boolean => (endedStatuses as readonly string[]).includes(status);

/** What one message or one look at the provider says; what it does not speak of is left out. */
export interface Observation {
  readonly at: Moment;
  readonly status?: SubscriptionStatus;
  readonly periodEndsAt?: Moment;
  /** It ends with the period instead of renewing. */
  readonly isEnding?: boolean;
}

/** All observations of a subscription in one. */
export interface Observed {
  readonly status: SubscriptionStatus;
  readonly observedAt: Moment;
  readonly periodEndsAt: Moment | null;
  readonly isEnding: boolean;
  readonly endingObservedAt: Moment;
}

/** Before anything was observed. */
export const unobserved: Observed = {
  status: 'incomplete',
  observedAt: '',
  periodEndsAt: null,
  isEnding: false,
  endingObservedAt: '',
};

/**
 * Comes to the same whatever the order of the observations and however often each arrives: the newest says what is, an end stays
 * an end, and a period that was paid is not taken back.
 */
export function withObservation(known: Observed, { at, status, periodEndsAt, isEnding }: Observation): Observed {
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

function isLater(at: Moment, status: SubscriptionStatus, known: Observed): boolean {
  if (hasEnded(status) !== hasEnded(known.status)) return hasEnded(status);
  if (at !== known.observedAt) return at > known.observedAt;
  return subscriptionStatuses.indexOf(status) > subscriptionStatuses.indexOf(known.status);
}

const later = (a: Moment | null, b: Moment | null): Moment | null => (a === null || (b !== null && b > a) ? b : a);

/** How long a plan goes on after its period without a word from the provider. */
export const graceDays = 3;

/**
 * What the subscription makes of its farm's plan. A payment that failed leaves the plan working while the provider tries again. To the
 * provider, waiting for the end of the plan before is a trial too; without trial days it is none to us.
 */
export function planStatusOf(
  { status, periodEndsAt }: Pick<Observed, 'status' | 'periodEndsAt'>,
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
  /** What every cycle costs. */
  readonly amount_cents: Cents;
  readonly trial_days: number;
  /** It begins when the plan before is used up; null: at once. */
  readonly starts_at: Moment | null;
  /** Taken off the first payment. */
  readonly credit_cents: Cents;
}

type Timing = Pick<Terms, 'trial_days' | 'billing_cycle' | 'starts_at'>;

/** What has to be paid at the checkout itself: nothing where a trial comes first, or the paid time of another plan. */
export const dueNow = ({
  amount_cents,
  trial_days,
  starts_at,
  credit_cents,
}: Pick<Terms, 'amount_cents' | 'trial_days' | 'starts_at' | 'credit_cents'>): Cents =>
  trial_days > 0 || starts_at !== null ? 0 : amount_cents - credit_cents;

/** When what was agreed at this moment is first to be paid; undefined: then. */
const firstPaymentAt = (agreed: Moment, { trial_days, starts_at }: Timing): Moment | undefined =>
  trial_days > 0 || starts_at !== null ? afterDays(starts_at ?? agreed, trial_days) : undefined;

/** When what is agreed at this moment is to be paid next. */
export const firstPeriodEnd = (agreed: Moment, terms: Timing): Moment =>
  firstPaymentAt(agreed, terms) ?? afterOneCycle(agreed, terms.billing_cycle);

/** The end of the period that runs now, counted from where the payments began: after a short month the 31st comes back. */
export function periodEndAfter(now: Moment, agreed: Moment, terms: Timing): Moment {
  const paidFrom = firstPaymentAt(agreed, terms) ?? agreed;
  let end = firstPeriodEnd(agreed, terms);
  for (let cycles = 1; end <= now; cycles += 1) end = afterCycles(paidFrom, terms.billing_cycle, cycles);
  return end;
}

/** The same time of day one calendar month or year later; at the end of a shorter month, its last day. */
export const afterOneCycle = (moment: Moment, cycle: BillingCycle): Moment => afterCycles(moment, cycle, 1);

const afterCycles = (moment: Moment, cycle: BillingCycle, cycles: number): Moment =>
  addMonths(moment.slice(0, 10), cycles * (cycle === 'monthly' ? 1 : 12)) + moment.slice(10);

export const afterDays = (moment: Moment, days: number): Moment => addDays(moment.slice(0, 10), days) + moment.slice(10);
