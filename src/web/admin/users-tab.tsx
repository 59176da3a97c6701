import { useOpened } from '#web/components/dialogs/use-opened.ts';
import type { OpenProps } from '#web/components/dialogs/dialog.tsx';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdminUser, AuditEntry } from '#contract/admin.ts';
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
import { usersQuery, useChangeUserRole, auditQuery } from './admin.data.ts';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { UserEntry } from './user-entry.tsx';
import { tierLabels } from '#domain/accounts/plans.ts';
import { refreshCurrentUser, useCurrentUser } from '#web/lib/session/session.ts';
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx';
import { ChevronRight } from 'lucide-react';
import { momentText } from '#web/lib/text/moments.ts';

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

function Users({ filter, onShowAll }: { filter: AdminFilter; onShowAll: () => void }) {
  const users = useInfiniteQuery(usersQuery(filter));
  const { opened, open, close } = useOpened<{ user: AdminUser; role: AdminUser['role']; as: 'role' | 'delete' }>();
  if (users.isPending) return <UsersLoading />;
  if (users.isError && !users.data) {
    return <QueryFailed what="The users" query={users} />;
  }
  const found = users.data.pages.flatMap(({ items }) => items);
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
              onRole={(role) => open({ user, role, as: 'role' })}
              onDelete={() => open({ user, role: user.role, as: 'delete' })}
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
      {opened?.of.as === 'role' && <ChangeRoleDialog {...opened.of} isOpen={opened.isOpen} onClose={close} />}
      {opened?.of.as === 'delete' && <DeleteUserDialog user={opened.of.user} isOpen={opened.isOpen} onClose={close} />}
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

interface ChangeRoleDialogProps extends OpenProps {
  readonly user: AdminUser;
  readonly role: AdminUser['role'];
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

function AuditLog() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="rounded-xl border bg-card shadow-card"
    >
      <summary className="flex min-h-13 cursor-pointer items-center gap-2 px-4 font-semibold sm:px-5">
        <ChevronRight aria-hidden className="summary-arrow size-5 text-muted-foreground" />
        Audit log
      </summary>
      {isOpen && <Entries />}
    </details>
  );
}

function Entries() {
  const log = useInfiniteQuery(auditQuery);
  if (log.isPending) return <Skeleton className="mx-5 mb-5 h-40" />;
  if (log.isError && !log.data) {
    return <QueryFailed what="The audit log" query={log} />;
  }
  const entries = log.data.pages.flatMap(({ items }) => items);
  if (entries.length === 0) return <p className="px-5 pb-5 text-muted-foreground">Nothing has been changed here yet.</p>;
  return (
    <>
      <ol aria-label="Audit log" className="divide-y border-t">
        {entries.map((entry) => (
          <li key={entry.id} className="px-4 py-3 sm:px-5">
            <p dir="auto" className="wrap-anywhere">
              <span className="font-semibold">{doer(entry)}</span> {done(entry)}
            </p>
            <p dir="auto" className="text-sm wrap-anywhere text-muted-foreground">
              {[entry.detail, momentText(entry.at)].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ol>
      {log.hasNextPage && (
        <div className="flex justify-center border-t px-4 py-4">
          <Button variant="outline" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

const doer = ({ adminName, isOperator }: AuditEntry): string =>
  isOperator ? 'The operator of this server' : (adminName ?? 'A former admin');

/** Names of deleted accounts are removed from the log. */
function done({ action, subject }: AuditEntry): string {
  const whom = subject ?? 'a user whose account was deleted';
  switch (action) {
    case 'plan.changed':
      return `changed the plan ${whom}`;
    case 'coupon.created':
      return `created the coupon ${whom}`;
    case 'coupon.switched':
      return `switched the coupon ${whom}`;
    case 'coupon.deleted':
      return `deleted the coupon ${whom}`;
    case 'user.password_reset':
      return `sent a password reset email to ${whom}`;
    case 'user.role_changed':
      return `changed the role of ${whom}`;
    case 'user.deleted':
      return 'deleted a user account';
    case 'links.sent':
      return `sent registration links to ${whom}`;
    case 'links.revoked':
      return 'cancelled a registration link';
    case 'farm.visited':
      return `opened the farm of ${whom} to view it, with the owner’s consent`;
    case 'site.changed':
      return `changed the site settings: ${whom}`;
    default:
      return action satisfies never;
  }
}
