import type { Subscription } from '#contract/payments.ts';
import { guestAnimalLimit, planLabels } from '#domain/plans.ts';
import { longDate } from '#web/lib/format.ts';
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';

interface CancelRenewalDialogProps {
  readonly isOpen: boolean;
  readonly subscription: Subscription;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onCancel: () => void;
}

export function CancelRenewalDialog({ isOpen, subscription, isBusy, onClose, onCancel }: CancelRenewalDialogProps) {
  const { planType, renewsOn } = subscription;
  const label = planType ? planLabels[planType] : 'this plan';
  const until = renewsOn ? `until ${longDate(renewsOn)}` : 'to the end of what is paid';
  return (
    <AlertDialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <AlertDialogContent
        title={`Cancel the renewal of ${label}?`}
        description={`${label} stays ${until} and nothing more is charged. After that the farm has room for ${guestAnimalLimit} active animals; nothing is deleted. You can resume it until then.`}
        footer={
          <>
            <AlertDialogCancel>Keep renewing</AlertDialogCancel>
            <Button variant="destructive" busy={isBusy} onClick={onCancel}>
              Cancel renewal
            </Button>
          </>
        }
      />
    </AlertDialog>
  );
}
