import { Link, Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { LogIn, LogOut, UserRound } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { productSubtitle, productTitle } from '#domain/product.ts';
import { cn } from '#web/ui/cn.ts';
import { longDate } from '#web/lib/format.ts';
import { localCopy, subscribeToCopy } from '#web/lib/local-copy.ts';
import { requestForm } from '#web/lib/open-form.ts';
import { useCurrentUser } from '#web/lib/session.ts';
import { signOutForm, switchForm, useLogout } from '#web/lib/use-logout.ts';
import { today } from '#web/lib/today.ts';
import { usePrinting } from '#web/lib/use-printing.ts';
import { Button } from '#web/ui/button.tsx';
import { Bell } from '#web/ui/icons.tsx';
import { Boundary } from '#web/components/boundary.tsx';
import { lazily, whenPageIdle } from '#web/components/lazily.ts';
import { Sidebar, SidebarItem, SidebarProvider, SidebarTrigger, useSidebar } from '#web/components/sidebar.tsx';
import { Menu } from './menu.tsx';
import { OfflineNotice, TemporaryPasswordNotice } from './notices.tsx';
import { menuOf, screensOf } from './screen.ts';
import { ThemeButton } from './theme-button.tsx';

const FindButton = lazily(async () => (await import('#web/find/find-button.tsx')).FindButton);
const RecordKey = lazily(async () => (await import('./record-key.tsx')).RecordKey);
const FarmSwitcher = lazily(async () => (await import('./farm-switcher.tsx')).FarmSwitcher);
const BottomBar = lazily(async () => (await import('./bottom-bar.tsx')).BottomBar);
const SyncDot = lazily(async () => (await import('#web/offline/sync-dot.tsx')).SyncDot);
const PrintMargins = lazily(async () => (await import('./print-margins.tsx')).PrintMargins);
const FarmNotices = lazily(async () => (await import('./farm-notices.tsx')).FarmNotices);
const NewVersionNotice = lazily(async () => (await import('./new-version.tsx')).NewVersionNotice);

/** Where it cannot be loaded, the rest stands without it. */
const Later = ({ children }: { children: ReactNode }) => (
  <Boundary renderFailure={() => null}>
    <Suspense>{children}</Suspense>
  </Boundary>
);

export function Shell() {
  const { data: user = null } = useCurrentUser();
  const hasFarm = user?.subscriptionPlan != null;
  const hasCopy = useSyncExternalStore(
    subscribeToCopy,
    () => localCopy() !== undefined,
    () => false,
  );
  const router = useRouter();
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const fetchAhead = async () => {
      setIsIdle(true);
      for (const { isFetchedAhead, page } of screensOf(router)) if (isFetchedAhead) await page.preload?.();
    };
    if (hasFarm) whenPageIdle(() => void fetchAhead());
  }, [router, hasFarm]);
  return (
    <SidebarProvider>
      <LoadingLine />
      <a
        href="#main"
        className="sr-only z-50 rounded-lg bg-primary px-5 py-3 font-semibold text-primary-foreground focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to the page
      </a>
      <div className="flex min-h-dvh pb-(--bar)">
        <Sidebar header={<Head user={user} />} footer={user && <Person user={user} />}>
          <Menu user={user} />
        </Sidebar>
        <div className="flex min-w-0 flex-1 flex-col">
          <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b bg-background px-2 sm:px-4 print:hidden">
            <SidebarTrigger />
            <span className="title min-w-0 flex-1 truncate md:text-lg">{user?.farmName ?? productTitle}</span>
            {hasFarm && (
              <Later>
                <FindButton
                  screens={menuOf(router, user).map(({ path, title = path, label, icon }) => ({
                    id: path,
                    label: typeof label === 'string' ? label : title,
                    icon,
                    link: { to: path },
                  }))}
                />
              </Later>
            )}
            <div className="flex min-w-0 items-center justify-end gap-1 md:flex-1">
              {!user && (
                <Button asChild variant="ghost">
                  <Link to="/login">
                    <LogIn aria-hidden />
                    Login
                  </Link>
                </Button>
              )}
              {hasCopy && (
                <Later>
                  <SyncDot />
                </Later>
              )}
              <ThemeButton />
            </div>
          </header>
          <Notices user={user} hasCopy={hasCopy} isIdle={isIdle} />
          <main
            id="main"
            tabIndex={-1}
            className="mx-auto w-full max-w-[88rem] flex-1 px-4 py-6 outline-none sm:px-6 lg:px-8 lg:py-8 lg:in-[:has([data-side])]:pr-104 print:p-0"
          >
            <PrintHead farmName={user?.farmName ?? productTitle} />
            <Outlet />
          </main>
        </div>
      </div>
      <Bar hasFarm={hasFarm} />
    </SidebarProvider>
  );
}

interface NoticesProps {
  readonly user: CurrentUser | null;
  readonly hasCopy: boolean;
  readonly isIdle: boolean;
}

const Notices = ({ user, hasCopy, isIdle }: NoticesProps) => (
  <>
    {!hasCopy && <OfflineNotice />}
    {/* It registers the service worker, for which a visitor of the marketplace has no use. */}
    {user?.subscriptionPlan != null && isIdle && (
      <Later>
        <NewVersionNotice />
        <FarmNotices user={user} />
        <PrintMargins />
      </Later>
    )}
    {user?.hasTemporaryPassword && <TemporaryPasswordNotice />}
  </>
);

const Bar = ({ hasFarm }: { hasFarm: boolean }) =>
  hasFarm && (
    <Later>
      <BottomBar />
      <RecordKey />
    </Later>
  );

function PrintHead({ farmName }: { farmName: string }) {
  return (
    usePrinting() && (
      <p className="mb-3 flex justify-between gap-4 border-b pb-1 text-sm">
        <span className="font-semibold wrap-anywhere">{farmName}</span>
        <span className="shrink-0">{longDate(today())}</span>
      </p>
    )
  );
}

/** CSS delays it, so that it does not flash on fast connections. */
function LoadingLine() {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  return (
    isLoading && <div aria-hidden className="loading-line fixed inset-x-0 top-0 z-50 h-1 origin-left bg-primary print:hidden" />
  );
}

function Head({ user }: { user: CurrentUser | null }) {
  const { isCollapsed } = useSidebar();
  return (
    <>
      <Title />
      {user?.hasOtherFarms && !isCollapsed && (
        <Later>
          <FarmSwitcher farmName={user.farmName ?? 'My farm'} />
        </Later>
      )}
    </>
  );
}

function Title() {
  const { isCollapsed, isSheetOpen } = useSidebar();
  return (
    <Link
      to="/"
      replace={isSheetOpen}
      className={cn(
        'flex h-16 shrink-0 items-center gap-3 border-b border-sidebar-border focus-visible:-outline-offset-4 focus-visible:outline-sidebar-ring',
        isCollapsed ? 'px-2.5' : 'px-4',
      )}
    >
      <Bell aria-hidden className="size-7 shrink-0" />
      <span className={cn('flex min-w-0 flex-col', isCollapsed && 'sr-only')}>
        <span className="title truncate text-xl leading-tight">{productTitle}</span>
        <span className="truncate text-sm leading-tight text-sidebar-muted">{productSubtitle}</span>
      </span>
    </Link>
  );
}

function Person({ user: { username, ownerName, subscriptionPlan } }: { user: CurrentUser }) {
  const logout = useLogout();
  const { setSheetOpen } = useSidebar();
  const ask = (form: string) => {
    setSheetOpen(false);
    requestForm(form);
  };
  const start = () => (localCopy()?.waiting ? ask(signOutForm) : logout.mutate({ keepsOperations: false }));
  return (
    <ul>
      {subscriptionPlan !== null && (
        <SidebarItem label={ownerName ?? username} icon={<UserRound aria-hidden />}>
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- SidebarItem adds the label */}
          <button type="button" aria-haspopup="dialog" onClick={() => ask(switchForm)} />
        </SidebarItem>
      )}
      <SidebarItem label="Logout" icon={<LogOut aria-hidden />}>
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- SidebarItem adds the label */}
        <button type="button" disabled={logout.isPending} onClick={start} />
      </SidebarItem>
    </ul>
  );
}
