import type { OpenProps } from '#web/components/dialogs/dialog.tsx';
import { useState } from 'react';
import type { AdminUser } from '#contract/admin.ts';
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx';
import { errorMessage } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { LabelledInput } from '#web/ui/input.tsx';
import { isFarmShared, useAdminCall } from './admin.data.ts';

interface DeleteUserDialogProps extends OpenProps {
  readonly user: AdminUser;
}

/** Where others work on the farm, the server asks for its name. */
export function DeleteUserDialog({ user, isOpen, onClose }: DeleteUserDialogProps) {
  const {
    mutate: remove,
    isPending,
    error,
    reset,
  } = useAdminCall('deleteUser', {
    done: 'User account deleted',
    failed: 'Failed to delete user account',
  });
  const [typed, setTyped] = useState('');
  const [mustType, setMustType] = useState(false);
  const name = user.farmName ?? user.username;
  const close = () => {
    reset();
    setMustType(false);
    setTyped('');
    onClose();
  };
  return (
    <AlertDialog
      isOpen={isOpen}
      isBusy={isPending}
      onClose={close}
      title={`Delete the account of ${user.username}?`}
      description="This permanently removes the account with all of the user's animals, health records and breeding records. It cannot be undone."
      confirm={
        <Button
          variant="destructive"
          busy={isPending}
          disabled={mustType && typed.trim() !== name.trim()}
          onClick={() =>
            remove(
              { params: { id: user.id }, query: { farmName: mustType ? typed : undefined } },
              { onSuccess: close, onError: (refusal) => setMustType(isFarmShared(refusal)) },
            )
          }
        >
          {isPending ? 'Deleting...' : mustType ? 'Delete account and farm' : 'Delete account'}
        </Button>
      }
    >
      {mustType && (
        <>
          {isFarmShared(error) && <p className="mt-2 font-medium">{errorMessage(error, '')}</p>}
          <LabelledInput
            label={`Type “${name}” to delete the farm too`}
            fieldClassName="mt-2"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </>
      )}
    </AlertDialog>
  );
}
