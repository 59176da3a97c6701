import { useRouter } from '@tanstack/react-router';
import { LogOut, UserRound } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { lazily, whenPageIdle, whenPartsAreStored } from '#web/components/loading/lazily.ts';
import { SidebarItem, useSidebar } from '#web/components/page/sidebar.tsx';
import { localCopy } from '#web/lib/server/local-copy.ts';
import { requestForm } from '#web/lib/forms/open-form.ts';
import { signOutForm, useLogout } from '#web/lib/session/use-logout.ts';
import { cn } from '#web/ui/cn.ts';
import { PartMissingNotice } from './notices.tsx';
import { foundScreensOf, screensOf } from './screen.ts';
import { TemporaryPasswordNotice } from './temporary-password-notice.tsx';

const farmParts = () => import('./farm-parts.ts');

const FindButton = lazily(async () => (await farmParts()).FindButton);
const Keys = lazily(async () => (await farmParts()).Keys);
const FarmSwitcher = lazily(async () => (await farmParts()).FarmSwitcher);
const BottomBar = lazily(async () => (await farmParts()).BottomBar);
const SyncDot = lazily(async () => (await farmParts()).SyncDot);
const PrintMargins = lazily(async () => (await farmParts()).PrintMargins);
const FarmNotices = lazily(async () => (await farmParts()).FarmNotices);
const PersonMenu = lazily(async () => (await farmParts()).PersonMenu);
const NewVersionNotice = lazily(async () => (await farmParts()).NewVersionNotice);

interface UserProps {
  readonly user: CurrentUser;
}

const hasFarm = ({ subscriptionPlan }: CurrentUser): boolean => subscriptionPlan !== null;

export function UserFind({ user }: UserProps) {
  const router = useRouter();
  if (!hasFarm(user)) return null;
  const screens = foundScreensOf(router, user).map(({ path, label, icon }) => ({ id: path, label, icon, link: { to: path } }));
  return (
    <LoadedLater>
      <FindButton screens={screens} />
    </LoadedLater>
  );
}

export const UserSync = () => (
  <LoadedLater>
    <SyncDot />
  </LoadedLater>
);

export function UserNotices({ user }: UserProps) {
  const router = useRouter();
  const [isIdle, setIsIdle] = useState(false);
  const isAtFarm = hasFarm(user);
  useEffect(() => {
    const loadAhead = async () => {
      for (const { access, isFetchedLater, page } of screensOf(router))
        if (access === 'plan' && !isFetchedLater) await page.preload?.();
    };
    if (!isAtFarm) return;
    whenPageIdle(() => setIsIdle(true));
    whenPartsAreStored(() => void loadAhead());
  }, [router, isAtFarm]);
  return (
    <>
      {/* This registers the service worker, which a visitor of the marketplace does not need. */}
      {isAtFarm && isIdle && (
        <LoadedLater instead={<PartMissingNotice />}>
          <NewVersionNotice />
          <FarmNotices user={user} />
          <PrintMargins />
        </LoadedLater>
      )}
      {user.hasTemporaryPassword && <TemporaryPasswordNotice />}
    </>
  );
}

export function UserBar({ user }: UserProps) {
  return (
    hasFarm(user) && (
      <LoadedLater>
        <BottomBar />
        <Keys />
      </LoadedLater>
    )
  );
}

export function UserFarms({ user }: UserProps) {
  const { isCollapsed } = useSidebar();
  return (
    user.hasOtherFarms &&
    !isCollapsed && (
      <LoadedLater>
        <FarmSwitcher farmName={user.farmName ?? 'My farm'} />
      </LoadedLater>
    )
  );
}

const withMenu = (item: ReactElement) => (
  <LoadedLater instead={item} fallback={item}>
    <PersonMenu>{item}</PersonMenu>
  </LoadedLater>
);

export function Person({ user: { username, ownerName, subscriptionPlan } }: UserProps) {
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
