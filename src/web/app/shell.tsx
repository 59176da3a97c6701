import { Link, Outlet, useRouterState, useRouter } from '@tanstack/react-router';
import { LogIn, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { productSubtitle, productTitle } from '#domain/product.ts';
import { cn } from '#web/ui/cn.ts';
import { longDate } from '#web/lib/text/format.ts';
import { localCopy, subscribeToCopy } from '#web/lib/server/local-copy.ts';
import { useCurrentUser } from '#web/lib/session/session.ts';
import { today } from '#web/lib/text/today.ts';
import { usePrinting } from '#web/lib/device/use-printing.ts';
import { Button } from '#web/ui/button.tsx';
import { Bell } from '#web/ui/icons.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import {
  Sidebar,
  SidebarProvider,
  SidebarTrigger,
  useSidebar,
  SidebarGroup,
  SidebarItem,
} from '#web/components/page/sidebar.tsx';
import { OfflineNotice } from './notices.tsx';
import { Person, UserBar, UserFarms, UserFind, UserNotices, UserSync } from './user-parts.tsx';
import type { CurrentUser } from '#contract/accounts.ts';
import { menuGroups, menuOf, useMenuEntry } from './screen.ts';
import { chooseTheme, useIsDark } from '#web/lib/device/theme.ts';

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
                <LinkButton to="/login" variant="ghost">
                  <LogIn aria-hidden />
                  Login
                </LinkButton>
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
  return isLoading && <div aria-hidden className="loading-line fixed inset-x-0 top-0 z-50 h-1 bg-primary print:hidden" />;
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
