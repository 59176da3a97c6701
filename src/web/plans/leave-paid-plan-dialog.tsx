import { Link } from '@tanstack/react-router';
import type { Subscription } from '#contract/payments.ts';
import { guestAnimalLimit, type PaidPlanType, planLabels } from '#domain/plans.ts';
import { longDate } from '#web/lib/format.ts';
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';

interface LeavePaidPlanDialogProps {
  readonly isOpen: boolean;
  readonly plan: PaidPlanType;
  readonly subscription: Subscription | undefined;
  readonly onClose: () => void;
  readonly onLeave: () => void;
}

/** Asks before a plan that still runs is given up for Guest. */
export function LeavePaidPlanDialog({ isOpen, plan, subscription, onClose, onLeave }: LeavePaidPlanDialogProps) {
  const label = planLabels[plan];
  const paidUntil = subscription?.renewsOn ?? subscription?.endsOn;
  return (
    <AlertDialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <AlertDialogContent
        title={`Leave ${label} for Guest?`}
        description={`${label} ends now${paidUntil ? `, not on ${longDate(paidUntil)}` : ''}. Guest has room for ${guestAnimalLimit} active animals; nothing is deleted.`}
        footer={
          <>
            <AlertDialogCancel>Stay on {label}</AlertDialogCancel>
            <Button variant="destructive" onClick={onLeave}>
              Leave for Guest
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
