import { Link } from '@tanstack/react-router';
import type { Subscription } from '#contract/payments.ts';
import { type BillingCycle, guestAnimalLimit, type PaidPlanType, planLabels, type PlanType } from '#domain/plans.ts';
import { longDate } from '#web/lib/format.ts';
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';

interface LeavePaidPlanDialogProps {
  readonly isOpen: boolean;
  readonly plan: PaidPlanType;
  /** Guest, or what a coupon pays for. */
  readonly to: PlanType;
  readonly cycle: BillingCycle;
  readonly subscription: Subscription | undefined;
  readonly onClose: () => void;
  readonly onLeave: () => void;
}

/** Asks before a plan that still runs is given up for one that nobody pays for. */
export function LeavePaidPlanDialog({ isOpen, plan, to, cycle, subscription, onClose, onLeave }: LeavePaidPlanDialogProps) {
  const label = planLabels[plan];
  const next = planLabels[to];
  const room =
    to === 'guest'
      ? `Guest has room for ${guestAnimalLimit} active animals; nothing is deleted.`
      : `The coupon pays for one ${cycle === 'monthly' ? 'month' : 'year'} of ${next}; after it the farm is a Guest, unless a plan is chosen again.`;
  const paidUntil = subscription?.renewsOn ?? subscription?.endsOn;
  return (
    <AlertDialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <AlertDialogContent
        title={`Leave ${label} for ${next}?`}
        description={`${label} ends now${paidUntil ? `, not on ${longDate(paidUntil)}` : ''}. ${room}`}
        footer={
          <>
            <AlertDialogCancel>Stay on {label}</AlertDialogCancel>
            <Button variant="destructive" onClick={onLeave}>
              Leave for {next}
            </Button>
          </>
        }
      >
        {subscription?.canCancel && (
          <p>
            To keep {label} until then and pay no more, cancel its renewal{' '}
            <Link to="/profile" className="font-semibold text-primary underline decoration-2 underline-offset-4">
              on your profile
            </Link>{' '}
            instead.
          </p>
        )}
      </AlertDialogContent>
    </AlertDialog>
  );
}
