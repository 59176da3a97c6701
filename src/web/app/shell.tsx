import { Link, Outlet, useRouterState, useRouter } from '@tanstack/react-router';
import { LogIn, Moon, Sun, LogOut, UserRound } from 'lucide-react';
import { useSyncExternalStore, type ReactElement, type ReactNode, Suspense, useEffect, useState } from 'react';
import { productSubtitle, productTitle } from '#domain/product.ts';
import { cn } from '#web/ui/cn.ts';
import { longDate } from '#web/lib/format.ts';
import { localCopy, subscribeToCopy } from '#web/lib/local-copy.ts';
import { useCurrentUser } from '#web/lib/session.ts';
import { today } from '#web/lib/today.ts';
import { usePrinting } from '#web/lib/use-printing.ts';
import { Button } from '#web/ui/button.tsx';
import { Bell } from '#web/ui/icons.tsx';
import { Sidebar, SidebarProvider, SidebarTrigger, useSidebar, SidebarGroup, SidebarItem } from '#web/components/sidebar.tsx';
import { OfflineNotice } from './notices.tsx';
import type { CurrentUser } from '#contract/accounts.ts';
import { menuGroups, menuOf, useMenuEntry, foundScreensOf, screensOf } from './screen.ts';
import { chooseTheme, useIsDark } from '#web/lib/theme.ts';
import { Boundary } from '#web/components/boundary.tsx';
import { lazily, whenPageIdle, whenPartsAreStored } from '#web/components/lazily.ts';
import { requestForm } from '#web/lib/open-form.ts';
import { signOutForm, useLogout } from '#web/lib/use-logout.ts';
import { TemporaryPasswordNotice } from './temporary-password-notice.tsx';

const FindButton = lazily(async () => (await import('#web/find/find-button.tsx')).FindButton);
const Keys = lazily(async () => (await import('./keys.tsx')).Keys);
const FarmSwitcher = lazily(async () => (await import('./farm-switcher.tsx')).FarmSwitcher);
const BottomBar = lazily(async () => (await import('./bottom-bar.tsx')).BottomBar);
const SyncDot = lazily(async () => (await import('#web/offline/sync-dot.tsx')).SyncDot);
const PrintMargins = lazily(async () => (await import('./print-margins.tsx')).PrintMargins);
const FarmNotices = lazily(async () => (await import('./farm-notices.tsx')).FarmNotices);
const PersonMenu = lazily(async () => (await import('./person-menu.tsx')).PersonMenu);
const NewVersionNotice = lazily(async () => (await import('./new-version.tsx')).NewVersionNotice);

/** If it cannot be loaded, the shell is shown without it. */
const Later = ({ children }: { children: ReactNode }) => (
  <Boundary renderFailure={() => null}>
    <Suspense>{children}</Suspense>
  </Boundary>
);

interface UserProps {
  readonly user: CurrentUser;
}

const hasFarm = ({ subscriptionPlan }: CurrentUser): boolean => subscriptionPlan !== null;

function UserFind({ user }: UserProps) {
  const router = useRouter();
  if (!hasFarm(user)) return null;
  const screens = foundScreensOf(router, user).map(({ path, label, icon }) => ({ id: path, label, icon, link: { to: path } }));
  return (
    <Later>
      <FindButton screens={screens} />
    </Later>
  );
}

const UserSync = () => (
  <Later>
    <SyncDot />
  </Later>
);

function UserNotices({ user }: UserProps) {
  const router = useRouter();
  const [isIdle, setIsIdle] = useState(false);
  const isAtFarm = hasFarm(user);
  useEffect(() => {
    const loadAhead = async () => {
      for (const { isFetchedAhead, page } of screensOf(router)) if (isFetchedAhead) await page.preload?.();
    };
    if (!isAtFarm) return;
    whenPageIdle(() => setIsIdle(true));
    whenPartsAreStored(() => void loadAhead());
  }, [router, isAtFarm]);
  return (
    <>
      {/* This registers the service worker, which a visitor of the marketplace does not need. */}
      {isAtFarm && isIdle && (
        <Later>
          <NewVersionNotice />
          <FarmNotices user={user} />
          <PrintMargins />
        </Later>
      )}
      {user.hasTemporaryPassword && <TemporaryPasswordNotice />}
    </>
  );
}

function UserBar({ user }: UserProps) {
  return (
    hasFarm(user) && (
      <Later>
        <BottomBar />
        <Keys />
      </Later>
    )
  );
}

function UserFarms({ user }: UserProps) {
  const { isCollapsed } = useSidebar();
  return (
    user.hasOtherFarms &&
    !isCollapsed && (
      <Later>
        <FarmSwitcher farmName={user.farmName ?? 'My farm'} />
      </Later>
    )
  );
}

const withMenu = (item: ReactElement) => (
  <Boundary renderFailure={() => item}>
    <Suspense fallback={item}>
      <PersonMenu>{item}</PersonMenu>
    </Suspense>
  </Boundary>
);

function Person({ user: { username, ownerName, subscriptionPlan } }: UserProps) {
  const logout = useLogout();
  const { isCollapsed, setSheetOpen } = useSidebar();
  const ask = (form: string) => {
    setSheetOpen(false);
    requestForm(form);
  };
  const start = () => (localCopy()?.waiting ? ask(signOutForm) : logout.mutate({ keepsOperations: false }));
  return (
    <ul className={cn('grid', subscriptionPlan !== null && !isCollapsed && 'grid-cols-[minmax(0,1fr)_auto]')}>
      {subscriptionPlan !== null && (
        <SidebarItem label={ownerName ?? username} icon={<UserRound aria-hidden />} isPlain wrap={withMenu}>
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- SidebarItem adds the label */}
          <button type="button" aria-haspopup="menu" />
        </SidebarItem>
      )}
      <SidebarItem label="Logout" icon={<LogOut aria-hidden />}>
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- SidebarItem adds the label */}
        <button type="button" disabled={logout.isPending} onClick={start} />
      </SidebarItem>
    </ul>
  );
}

export function Shell() {
  const { data: user = null } = useCurrentUser();
  const hasCopy = useSyncExternalStore(
    subscribeToCopy,
    () => localCopy() !== undefined,
    () => false,
  );
  return (
    <SidebarProvider>
      <LoadingLine />
      <a
        href="#main"
        className="sr-only z-50 rounded-lg bg-primary px-5 py-3 font-semibold text-primary-foreground focus:not-sr-only focus:fixed focus:top-3 focus:start-3"
      >
        Skip to the page
      </a>
      <div className="flex min-h-dvh pb-(--bar)">
        <Sidebar
          header={
            <>
              <Title />
              {user && <UserFarms user={user} />}
            </>
          }
          footer={user && <Person user={user} />}
        >
          <Menu user={user} />
        </Sidebar>
        <div className="flex min-w-0 flex-1 flex-col">
          <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b bg-background px-2 sm:px-4 print:hidden">
            <SidebarTrigger />
            <span dir="auto" className="title min-w-0 flex-1 truncate md:text-lg">
              {user?.farmName ?? productTitle}
            </span>
            {user && <UserFind user={user} />}
            <div className="flex min-w-0 items-center justify-end gap-1 md:flex-1">
              {!user && (
                <Button asChild variant="ghost">
                  <Link to="/login">
                    <LogIn aria-hidden />
                    Login
                  </Link>
                </Button>
              )}
              {user && hasCopy && <UserSync />}
              <ThemeButton />
            </div>
          </header>
          {!hasCopy && <OfflineNotice />}
          {user && <UserNotices user={user} />}
          <main
            id="main"
            tabIndex={-1}
            className="mx-auto w-full max-w-[88rem] flex-1 px-4 py-6 outline-none sm:short:pt-2 sm:px-6 lg:px-8 lg:pt-11 lg:pb-8 lg:in-[:has([data-dock])]:pe-96 print:p-0"
          >
            <PrintHead farmName={user?.farmName ?? productTitle} />
            <Outlet />
          </main>
        </div>
      </div>
      {user && <UserBar user={user} />}
    </SidebarProvider>
  );
}

function PrintHead({ farmName }: { farmName: string }) {
  return (
    usePrinting() && (
      <p className="mb-3 flex justify-between gap-4 border-b pb-1 text-sm">
        <span dir="auto" className="font-semibold wrap-anywhere">
          {farmName}
        </span>
        <span className="shrink-0">{longDate(today())}</span>
      </p>
    )
  );
}

/** CSS delays this, so that it does not flash on fast connections. */
function LoadingLine() {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  return (
    isLoading && <div aria-hidden className="loading-line fixed inset-x-0 top-0 z-50 h-1 origin-left bg-primary print:hidden" />
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
        <span dir="auto" className="title truncate text-xl leading-tight">
          {productTitle}
        </span>
        <span dir="auto" className="truncate text-sm leading-tight text-sidebar-muted">
          {productSubtitle}
        </span>
      </span>
    </Link>
  );
}

function Menu({ user }: { user: CurrentUser | null }) {
  const { isSheetOpen } = useSidebar();
  const groups = Map.groupBy(menuOf(useRouter(), user), ({ group }) => group);
  const current = useMenuEntry();
  return menuGroups.map((group) => {
    const items = groups.get(group);
    return (
      items && (
        <SidebarGroup key={group} label={user ? group : 'Marketplace'}>
          {items.map(({ path, label, icon: Icon }) => (
            <SidebarItem key={path} label={label} icon={<Icon aria-hidden />}>
              {/* On a phone the open menu is a history entry, which the page replaces. */}
              <Link
                to={path}
                replace={isSheetOpen}
                activeOptions={{ exact: true, includeSearch: false }}
                aria-current={path === current ? 'page' : undefined}
              />
            </SidebarItem>
          ))}
        </SidebarGroup>
      )
    );
  });
}

function ThemeButton() {
  const isDark = useIsDark();
  const label = isDark ? 'Switch to the light theme' : 'Switch to the dark theme';
  return (
    <Button variant="ghost" size="icon" aria-label={label} title={label} onClick={() => chooseTheme(isDark ? 'light' : 'dark')}>
      {/* Chosen by CSS, because the prerendered screen does not know the theme. */}
      <Sun aria-hidden className="not-dark:hidden" />
      <Moon aria-hidden className="dark:hidden" />
    </Button>
  );
}
