import type { Subscription } from '#contract/payments.ts';
import { guestAnimalLimit } from '#domain/plans.ts';
import { exactDollars, longDate } from '#web/lib/format.ts';

const statusWords: Readonly<Record<string, string>> = { active: 'Active', trial: 'Trial' };

/** Other statuses are shown as they are. */
export const statusText = (status: string | null): string => (status ? (statusWords[status] ?? status) : 'Inactive');

type Row = readonly [term: string, words: string];

/** What the plan costs and until when it goes. */
export function termsOf({ planType, status, amount, billingCycle, renewsOn, endsOn, trialEndsOn }: Subscription): readonly Row[] {
  if (planType === null) return [];
  if (planType === 'guest') return [['Price', 'Free']];
  const price =
    amount === null || amount === 0
      ? 'Nothing to pay'
      : `${exactDollars(amount)} a ${billingCycle === 'monthly' ? 'month' : 'year'}`;
  const when = dateOf({ status, renewsOn, endsOn, trialEndsOn });
  return [[trialEndsOn && renewsOn ? 'After the trial' : 'Price', price], ...(when ? [when] : [])];
}

function dateOf({
  status,
  renewsOn,
  endsOn,
  trialEndsOn,
}: Pick<Subscription, 'status' | 'renewsOn' | 'endsOn' | 'trialEndsOn'>): Row | undefined {
  const isOver = status === 'expired';
  if (endsOn) return [isOver ? 'Ended' : 'Ends', longDate(endsOn)];
  if (trialEndsOn) return ['Trial ends', longDate(trialEndsOn)];
  // What is overdue has no next time yet.
  return renewsOn && !isOver && status !== 'past_due' ? ['Renews', longDate(renewsOn)] : undefined;
}

interface Note {
  readonly title: string;
  readonly text: string;
  readonly isBad: boolean;
}

/** What a person has to know beside the terms. */
export function noteOf(status: string | null, subscription: Subscription | undefined): Note | undefined {
  if (status === 'expired') {
    return {
      title: 'The plan has ended',
      text: `The farm has room for ${guestAnimalLimit} active animals. Nothing was deleted, and everything but adding goes on. Choose a plan to have more.`,
      isBad: true,
    };
  }
  if (status === 'past_due') {
    return {
      title: 'The last payment failed',
      text: `The plan goes on while the payment is tried again.${subscription?.hasPortal ? ' Check the card under Manage billing.' : ''}`,
      isBad: true,
    };
  }
  if (subscription?.canResume) {
    return { title: 'The renewal is cancelled', text: 'Nothing more is charged, unless you resume it.', isBad: false };
  }
  return undefined;
}
