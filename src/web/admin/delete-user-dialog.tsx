import type { AdminUser } from '#contract/admin.ts';
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from '#web/components/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDeleteUser } from './admin.data.ts';

interface DeleteUserDialogProps {
  readonly user: AdminUser;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function DeleteUserDialog({ user, isOpen, onClose }: DeleteUserDialogProps) {
  const { mutate: remove, isPending } = useDeleteUser();
  return (
    <AlertDialog isOpen={isOpen} isBusy={isPending} onClose={onClose}>
      <AlertDialogContent
        title={`Delete the account of ${user.username}?`}
        description="This permanently removes the account with all of the user's animals, health records and breeding records. It cannot be undone."
        footer={
          <>
            <AlertDialogCancel>Cancel</AlertDialogCancel>
            <Button variant="destructive" busy={isPending} onClick={() => remove(user.id, { onSuccess: onClose })}>
              {isPending ? 'Deleting...' : 'Delete account'}
            </Button>
          </>
        }
      />
    </AlertDialog>
  );
}
