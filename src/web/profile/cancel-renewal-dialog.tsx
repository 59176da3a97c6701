import type { Subscription } from '#contract/payments.ts';
import { guestAnimalLimit, planLabels } from '#domain/plans.ts';
import { longDate } from '#web/lib/format.ts';
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from '#web/components/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';

interface CancelRenewalDialogProps {
  readonly isOpen: boolean;
  readonly subscription: Subscription;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onCancel: () => void;
}

export function CancelRenewalDialog({ isOpen, subscription, isBusy, onClose, onCancel }: CancelRenewalDialogProps) {
  const { planType, renewsOn, next } = subscription;
  const label = planType ? planLabels[planType] : 'this plan';
  const last = renewsOn ?? next?.startsOn;
  const until = last ? `until ${longDate(last)}` : 'to the end of what is paid';
  const follows = next ? ` ${planLabels[next.planType]} will not start.` : '';
  return (
    <AlertDialog isOpen={isOpen} isBusy={isBusy} onClose={onClose}>
      <AlertDialogContent
        title={`Cancel the renewal of ${label}?`}
        description={`${label} stays ${until} and nothing more is charged.${follows} After that the farm has room for ${guestAnimalLimit} active animals; nothing is deleted. You can resume it until then.`}
        footer={
          <>
            <AlertDialogCancel>{next ? 'Keep it' : 'Keep renewing'}</AlertDialogCancel>
            <Button variant="destructive" busy={isBusy} onClick={onCancel}>
              Cancel renewal
            </Button>
          </>
        }
      />
    </AlertDialog>
  );
}
