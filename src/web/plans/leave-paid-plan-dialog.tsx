import { Link } from '@tanstack/react-router';
import type { Subscription } from '#contract/payments.ts';
import { type BillingCycle, guestAnimalLimit, type PaidPlanType, planLabels, type PlanType } from '#domain/accounts/plans.ts';
import { dollars, longDate } from '#web/lib/text/format.ts';
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { changeDescription, isPaying } from './plan-change-labels.ts';

interface LeavePaidPlanDialogProps {
  readonly isOpen: boolean;
  readonly plan: PaidPlanType;
  readonly to: PlanType;
  readonly cycle: BillingCycle;
  readonly isFree: boolean;
  /** As on the card: '$500/year'. */
  readonly price: string;
  readonly subscription: Subscription | undefined;
  readonly onClose: () => void;
  readonly onLeave: () => void;
}

export function LeavePaidPlanDialog(props: LeavePaidPlanDialogProps) {
  const { isOpen, plan, to, isFree, price, subscription, onClose, onLeave } = props;
  const label = planLabels[plan];
  const next = planLabels[to];
  const isBought = to !== 'guest' && !isFree && isPaying(subscription);
  return (
    <AlertDialog
      isOpen={isOpen}
      onClose={onClose}
      title={isBought && to === plan ? `Change how ${label} is paid?` : `Leave ${label} for ${next}?`}
      description={isBought ? changeDescription(subscription, to, price) : leaveDescription(props)}
      cancel={`Stay on ${label}`}
      confirm={
        <Button variant={isBought ? 'default' : 'destructive'} onClick={onLeave}>
          {isBought ? 'Go on to the payment' : `Leave for ${next}`}
        </Button>
      }
    >
      {!isBought && subscription?.canCancel && (
        <p>
          To keep {label} until then and pay no more, cancel its renewal{' '}
          <Link to="/profile" className="font-semibold text-primary underline decoration-2 underline-offset-4">
            on your profile
          </Link>{' '}
          instead.
        </p>
      )}
    </AlertDialog>
  );
}

function leaveDescription({ plan, to, cycle, subscription }: LeavePaidPlanDialogProps): string {
  const label = planLabels[plan];
  const room =
    to === 'guest'
      ? `Guest has room for ${guestAnimalLimit} active animals; nothing is deleted.`
      : `The coupon pays for one ${cycle === 'monthly' ? 'month' : 'year'} of ${planLabels[to]}; after that the farm is on Guest unless you choose a plan again.`;
  const paidUntil = subscription?.renewsOn ?? subscription?.endsOn;
  const credited = subscription && subscription.unusedAmount > 0 && !subscription.isTest ? subscription.unusedAmount : 0;
  const credit = credited > 0 ? ` The unused ${dollars(credited)} becomes a credit for later payments.` : '';
  return `${label} ends now${paidUntil ? `, not on ${longDate(paidUntil)}` : ''}.${credit} ${room}`;
}
