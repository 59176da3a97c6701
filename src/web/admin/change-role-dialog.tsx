import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { AdminUser } from '#contract/admin.ts';
import { refreshCurrentUser, useCurrentUser } from '#web/lib/session.ts';
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { useChangeUserRole } from './admin.data.ts';
import { roleLabels } from './role-labels.ts';

interface ChangeRoleDialogProps {
  readonly user: AdminUser;
  readonly role: AdminUser['role'];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Giving the administration to the wrong person, or taking it from oneself, is asked about first. */
export function ChangeRoleDialog({ user, role, isOpen, onClose }: ChangeRoleDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: me } = useCurrentUser();
  const { mutateAsync: changeRole, isPending } = useChangeUserRole();
  const change = async () => {
    const changed = await changeRole({ id: user.id, role }).catch(() => undefined);
    if (!changed) return;
    onClose();
    if (changed.id !== me?.id) return;
    await refreshCurrentUser(client);
    await navigate({ to: '/' });
  };
  const isPromotion = role === 'admin';
  return (
    <AlertDialog open={isOpen} onOpenChange={(open) => !open && !isPending && onClose()}>
      <AlertDialogContent
        title={isPromotion ? `Make ${user.username} an admin?` : `Take the administration from ${user.username}?`}
        description={
          isPromotion
            ? 'An admin can change prices, coupons and roles, and delete accounts. The plan stays as it is.'
            : `The role becomes ${roleLabels[role]}, and the plan with it. It counts from the next click on.`
        }
        footer={
          <>
            <AlertDialogCancel disabled={isPending}>Cancel</AlertDialogCancel>
            <Button busy={isPending} onClick={() => void change()}>
              {isPending ? 'Saving...' : 'Change role'}
            </Button>
          </>
        }
      />
    </AlertDialog>
  );
}
