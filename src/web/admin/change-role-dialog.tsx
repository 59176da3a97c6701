import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { AdminUser } from '#contract/admin.ts';
import { tierLabels } from '#domain/accounts/plans.ts';
import { refreshCurrentUser, useCurrentUser } from '#web/lib/session/session.ts';
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { useChangeUserRole } from './admin.data.ts';

interface ChangeRoleDialogProps {
  readonly user: AdminUser;
  readonly role: AdminUser['role'];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function ChangeRoleDialog({ user, role, isOpen, onClose }: ChangeRoleDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: me } = useCurrentUser();
  const { mutateAsync: changeRole, isPending } = useChangeUserRole();
  const change = async () => {
    const changed = await changeRole({ params: { id: user.id }, body: { role } }).catch(() => undefined);
    if (!changed) return;
    onClose();
    if (changed.id !== me?.id) return;
    await refreshCurrentUser(client);
    await navigate({ to: '/' });
  };
  return (
    <AlertDialog
      isOpen={isOpen}
      isBusy={isPending}
      onClose={onClose}
      title={titleOf(user, role)}
      description={descriptionOf(user, role)}
      confirm={
        <Button busy={isPending} onClick={() => void change()}>
          {isPending ? 'Saving...' : 'Change role'}
        </Button>
      }
    />
  );
}

function titleOf(user: AdminUser, role: AdminUser['role']): string {
  if (role === 'admin') return `Make ${user.username} an admin?`;
  if (user.role === 'admin') return `Remove the admin role from ${user.username}?`;
  return `Change the role of ${user.username}?`;
}

/** The role admin leaves the plan and its payment as they are; any other role replaces both. */
function descriptionOf(user: AdminUser, role: AdminUser['role']): string {
  if (role === 'admin') return 'An admin can change prices, coupons and roles, and delete accounts. The plan stays as it is.';
  const change = `The role and the plan become ${tierLabels[role]}. This takes effect at once.`;
  return user.hasSubscription
    ? `${change} ${user.farmName ?? 'This farm'} pays for its plan: the subscription ends now.`
    : change;
}
