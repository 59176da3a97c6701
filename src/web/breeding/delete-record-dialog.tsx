import { AlertDialog, AlertDialogCancel, AlertDialogContent } from '#web/components/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import type { Breeding } from './breeding-history.ts';
import { useDeleteBreedingRecord } from './breeding.data.ts';
import { PairName } from './pair-name.tsx';

interface DeleteRecordDialogProps {
  readonly isOpen: boolean;
  readonly breeding: Breeding;
  readonly onClose: () => void;
}

export function DeleteRecordDialog({ isOpen, breeding, onClose }: DeleteRecordDialogProps) {
  const { mutateAsync: deleteRecord, isPending } = useDeleteBreedingRecord();
  const remove = async () => {
    await deleteRecord(breeding.record.id).then(
      (reply) => {
        toastSaved(reply, { title: 'Breeding record deleted successfully' });
        onClose();
      },
      (error: unknown) => toastFailure(error, 'Failed to delete breeding record'),
    );
  };
  return (
    <AlertDialog isOpen={isOpen} isBusy={isPending} onClose={onClose}>
      <AlertDialogContent
        title={
          <span dir="auto" className="line-clamp-3 wrap-anywhere">
            Delete the record of <PairName breeding={breeding} />?
          </span>
        }
        description="This action cannot be undone. This will permanently delete the breeding record."
        footer={
          <>
            <AlertDialogCancel>Cancel</AlertDialogCancel>
            <Button variant="destructive" busy={isPending} onClick={() => void remove()}>
              {isPending ? 'Deleting...' : 'Delete'}
            </Button>
          </>
        }
      />
    </AlertDialog>
  );
}
