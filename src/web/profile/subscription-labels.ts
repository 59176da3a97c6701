import type { Subscription } from '#contract/payments.ts';
import { guestAnimalLimit, planLabels } from '#domain/accounts/plans.ts';
import { exactDollars, longDate } from '#web/lib/text/format.ts';

const statusLabels: Readonly<Record<string, string>> = { active: 'Active', trial: 'Trial' };

export const statusText = (status: string | null): string => (status ? (statusLabels[status] ?? status) : 'Inactive');

type Row = readonly [term: string, text: string];

export function termsOf(subscription: Subscription): readonly Row[] {
  const { planType, status, amount, billingCycle, renewsOn, endsOn, trialEndsOn, next } = subscription;
  if (planType === null) return [];
  if (planType === 'guest') return [['Price', 'Free']];
  const price = amount === null || amount === 0 ? 'Nothing to pay' : priceLabels(amount, billingCycle);
  const when = dateOf({ status, renewsOn, endsOn, trialEndsOn });
  return [
    [trialEndsOn && renewsOn ? 'After the trial' : 'Price', price],
    ...(when ? [when] : []),
    ...(next ? [followRow(next)] : []),
  ];
}

const priceLabels = (amount: number, cycle: Subscription['billingCycle']): string =>
  `${exactDollars(amount)} a ${cycle === 'monthly' ? 'month' : 'year'}`;

const followRow = ({ planType, amount, billingCycle }: NonNullable<Subscription['next']>): Row => [
  'Then',
  `${planLabels[planType]}, ${priceLabels(amount, billingCycle)}`,
];

function dateOf({
  status,
  renewsOn,
  endsOn,
  trialEndsOn,
}: Pick<Subscription, 'status' | 'renewsOn' | 'endsOn' | 'trialEndsOn'>): Row | undefined {
  const isOver = status === 'expired';
  if (endsOn) return [isOver ? 'Ended' : 'Ends', longDate(endsOn)];
  if (trialEndsOn) return ['Trial ends', longDate(trialEndsOn)];
  // An overdue payment has no next date yet.
  return renewsOn && !isOver && status !== 'past_due' ? ['Renews', longDate(renewsOn)] : undefined;
}

interface Note {
  readonly title: string;
  readonly text: string;
  readonly isBad: boolean;
}

export function noteOf(status: string | null, subscription: Subscription | undefined): Note | undefined {
  if (status === 'expired') {
    return {
      title: 'The plan has ended',
      text: `The farm has room for ${guestAnimalLimit} active animals. Nothing was deleted, and everything except adding animals still works. Choose a plan to have more.`,
      isBad: true,
    };
  }
  if (status === 'past_due') {
    return {
      title: 'The last payment failed',
      text: `The plan continues while the payment is retried.${subscription?.hasPortal ? ' Check the card under Manage billing.' : ''}`,
      isBad: true,
    };
  }
  if (subscription?.next && subscription.planType) {
    const { planType, startsOn } = subscription.next;
    const isSame = planType === subscription.planType;
    return {
      title: `${isSame ? 'The new billing cycle' : planLabels[planType]} begins on ${longDate(startsOn)}`,
      text: `Until then you keep ${planLabels[subscription.planType]}, which is paid up, and nothing is charged.`,
      isBad: false,
    };
  }
  if (subscription?.canResume) {
    return { title: 'The renewal is cancelled', text: 'Nothing more is charged, unless you resume it.', isBad: false };
  }
  return undefined;
}
