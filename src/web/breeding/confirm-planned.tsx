import { type CalendarDate, daysBetween } from '#domain/dates.ts';
import { count, longDate } from '#web/lib/format.ts';
import { today } from '#web/lib/today.ts';
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from '#web/components/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';

interface ConfirmPlannedProps {
  readonly date: CalendarDate;
  readonly isOpen: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** A date far in the future may be a plan or a typing error, so the person is asked. */
export function ConfirmPlanned({ date, isOpen, onConfirm, onClose }: ConfirmPlannedProps) {
  const confirm = () => {
    onClose();
    onConfirm();
  };
  return (
    <AlertDialog isOpen={isOpen} onClose={onClose}>
      <AlertDialogContent
        title={isOpen && `Is this planned for ${longDate(date)}?`}
        description={isOpen && `That is ${count(daysBetween(today(), date))} days ahead. It will be listed as planned.`}
        footer={
          <>
            <AlertDialogCancel>Change the date</AlertDialogCancel>
            <Button onClick={confirm}>Save as planned</Button>
          </>
        }
      />
    </AlertDialog>
  );
}
