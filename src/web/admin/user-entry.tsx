import { plural } from '#domain/values/plural.ts';
import { Eye, KeyRound, Trash2 } from 'lucide-react';
import type { AdminUser } from '#contract/admin.ts';
import { tierLabels } from '#domain/accounts/plans.ts';
import { longDate } from '#web/lib/text/format.ts';
import { useCurrentUser } from '#web/lib/session/session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { optionsOf } from '#web/ui/options.ts';
import { Select } from '#web/ui/select.tsx';
import { loadPage } from '#web/lib/server/reachable.ts';
import { useCall } from '#web/lib/server/use-call.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { useAdminCall, useChangeUserRole } from './admin.data.ts';

interface UserEntryProps {
  readonly user: AdminUser;
  readonly onRole: (role: AdminUser['role']) => void;
  readonly onDelete: () => void;
}

export function UserEntry({ user, onRole, onDelete }: UserEntryProps) {
  const { data: me } = useCurrentUser();
  const changeRole = useChangeUserRole();
  const reset = useAdminCall('resetUserPassword', {
    done: 'Password reset email sent',
    failed: 'Failed to send password reset email',
  });
  // The page is loaded again to show that farm.
  const visit = useCall('visitFarm', {
    onSuccess: () => loadPage('/'),
    onError: (error) => toastFailure(error, 'Could not open the farm'),
  });
  const params = { id: user.id };
  const isMe = me?.id === user.id;
  const mayVisit = !isMe && isToCome(user.supportUntil);
  const choose = (role: AdminUser['role']) => {
    if (role === 'admin' || user.role === 'admin' || user.hasSubscription) onRole(role);
    else changeRole.mutate({ params, body: { role } });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3 border-b px-4 py-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span dir="auto" className="font-semibold wrap-anywhere">
            {user.username}
          </span>
          {isMe && <Badge variant="good">You</Badge>}
          {user.subscriptionPlan === null && <Badge>No plan yet</Badge>}
          {user.subscriptionStatus !== null && user.subscriptionStatus !== 'active' && <Badge>{user.subscriptionStatus}</Badge>}
        </p>
        <p dir="auto" className="wrap-anywhere">
          {user.email}
        </p>
        <p dir="auto" className="text-sm wrap-anywhere text-muted-foreground">
          {user.farmName !== null && (
            <>
              <bdi>{user.farmName}</bdi>
              {' · '}
            </>
          )}
          {[
            plural(user.animalCount, 'active animal'),
            `since ${longDate(user.createdAt.slice(0, 10))}`,
            user.lastActive !== null && `last active ${longDate(user.lastActive)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className="flex items-center gap-2 max-sm:w-full">
        <Select
          aria-label={`Role of ${user.username}`}
          width="w-36 max-sm:flex-1"
          options={optionsOf(tierLabels)}
          value={user.role}
          disabled={changeRole.isPending}
          onChange={choose}
        />
        {mayVisit && (
          <Button
            variant="outline"
            size="icon"
            busy={visit.isPending}
            aria-label={`View the farm of ${user.username}`}
            title="View the farm, as its owner has allowed"
            onClick={() => visit.mutate({ params })}
          >
            {!visit.isPending && <Eye aria-hidden />}
          </Button>
        )}
        <Button
          variant="outline"
          size="icon"
          busy={reset.isPending}
          aria-label={`Send password reset email to ${user.username}`}
          title="Send password reset email"
          onClick={() => reset.mutate({ params })}
        >
          {!reset.isPending && <KeyRound aria-hidden />}
        </Button>
        <Button
          variant="outline"
          size="icon"
          disabled={isMe}
          aria-label={`Delete the account of ${user.username}`}
          title={isMe ? 'You cannot delete your own account' : 'Delete account'}
          onClick={onDelete}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
    </div>
  );
}

const isToCome = (moment: string | null): boolean => moment !== null && moment > new Date().toISOString();
