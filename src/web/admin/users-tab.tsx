import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdminUser } from '#contract/admin.ts';
import { useDebouncedSearch } from '#web/lib/use-debounced-filter.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Hillside } from '#web/ui/drawings/hillside.tsx';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PageList } from '#web/components/page/page-list.tsx';
import { optionsOf } from '#web/ui/options.ts';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type AdminFilter, readAdminFilter, sortLabels } from './admin-filter.ts';
import { usersQuery, useChangeUserRole } from './admin.data.ts';
import { AuditLog } from './audit-log.tsx';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { UserEntry } from './user-entry.tsx';
import { tierLabels } from '#domain/accounts/plans.ts';
import { refreshCurrentUser, useCurrentUser } from '#web/lib/session/session.ts';
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx';

export function UsersTab() {
  const filter = useSearch({ from: '/shell/admin' });
  const navigate = useNavigate({ from: '/admin' });
  const change = (part: Partial<AdminFilter>) =>
    navigate({ search: (now) => readAdminFilter({ ...now, ...part }), replace: true, state: true, resetScroll: false });
  const [search, typeSearch] = useDebouncedSearch(filter.search, (typed) => change({ search: typed }));
  return (
    <div className="flex flex-col gap-5">
      <search className="grid gap-3 rounded-xl border bg-card p-4 shadow-card sm:grid-cols-[1fr_12rem] print:hidden">
        <SearchInput
          aria-label="Search users"
          placeholder="Search by username, email, or farm..."
          value={search}
          onChange={typeSearch}
        />
        <Select
          aria-label="Order"
          options={optionsOf(sortLabels)}
          value={filter.sort}
          onChange={(sort) => void change({ sort })}
        />
      </search>
      <Users filter={filter} onShowAll={() => void change({ search: '' })} />
      <AuditLog />
    </div>
  );
}

interface Open {
  readonly user: AdminUser;
  readonly role: AdminUser['role'];
  readonly as: 'role' | 'delete' | 'closed';
}

function Users({ filter, onShowAll }: { filter: AdminFilter; onShowAll: () => void }) {
  const users = useInfiniteQuery(usersQuery(filter));
  // Stays set after closing, so that the dialog has its content during the closing animation.
  const [open, setOpen] = useState<Open>();
  if (users.isPending) return <UsersLoading />;
  if (users.isError && !users.data) {
    return <QueryFailed what="The users" query={users} />;
  }
  const found = users.data.pages.flatMap(({ items }) => items);
  const close = () => setOpen((was) => was && { ...was, as: 'closed' });
  return (
    <Card aria-label="Users" className="overflow-hidden">
      {found.length === 0 ? (
        <EmptyState
          drawing={<Hillside />}
          title="No users found"
          action={
            <Button variant="outline" onClick={onShowAll}>
              Show all users
            </Button>
          }
        />
      ) : (
        <PageList items={found} keyOf={({ id }) => id} estimate={92} label="Users">
          {(user) => (
            <UserEntry
              user={user}
              onRole={(role) => setOpen({ user, role, as: 'role' })}
              onDelete={() => setOpen({ user, role: user.role, as: 'delete' })}
            />
          )}
        </PageList>
      )}
      {users.hasNextPage && (
        <div className="flex flex-col items-center gap-2 border-t px-4 py-4">
          {users.isFetchNextPageError && <p role="alert">More users could not be loaded. Those above are kept.</p>}
          <Button variant="outline" busy={users.isFetchingNextPage} onClick={() => void users.fetchNextPage()}>
            Show more users
          </Button>
        </div>
      )}
      {open && (
        <>
          <ChangeRoleDialog user={open.user} role={open.role} isOpen={open.as === 'role'} onClose={close} />
          <DeleteUserDialog user={open.user} isOpen={open.as === 'delete'} onClose={close} />
        </>
      )}
    </Card>
  );
}

function UsersLoading() {
  return (
    <Card>
      <output className="sr-only">Loading users...</output>
      {[0, 1, 2, 3, 4].map((line) => (
        <div key={line} className="flex flex-col gap-2.5 border-b px-5 py-4 last:border-0">
          <Skeleton className="h-6 w-56 max-w-full" />
          <Skeleton className="h-5 w-72 max-w-full" />
        </div>
      ))}
    </Card>
  );
}

interface ChangeRoleDialogProps {
  readonly user: AdminUser;
  readonly role: AdminUser['role'];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function ChangeRoleDialog({ user, role, isOpen, onClose }: ChangeRoleDialogProps) {
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
