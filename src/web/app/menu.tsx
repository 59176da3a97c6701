import { Link, type LinkProps } from '@tanstack/react-router';
import {
  BadgeDollarSign,
  ChartPie,
  HeartPulse,
  LayoutDashboard,
  Settings,
  ShieldCheck,
  Store,
  UserRound,
  VenusAndMars,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { Goat } from '#web/ui/icons.tsx';
import { SidebarGroup, SidebarItem, useSidebar } from '#web/components/sidebar.tsx';

interface MenuItem {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly icon: ComponentType<{ 'aria-hidden': true }>;
}

const forSale: MenuItem = { to: '/for-sale', label: 'For Sale', icon: Store };

const main: readonly MenuItem[] = [
  { to: '/', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/animals', label: 'Animals', icon: Goat },
  { to: '/health', label: 'Health Records', icon: HeartPulse },
  { to: '/breeding', label: 'Breeding Management', icon: VenusAndMars },
  { to: '/animal-sells', label: 'Animal Sells', icon: BadgeDollarSign },
  forSale,
  { to: '/reports', label: 'Reports', icon: ChartPie },
];

const account: readonly MenuItem[] = [
  { to: '/profile', label: 'Profile', icon: UserRound },
  { to: '/settings', label: 'Settings', icon: Settings },
];

const administration: readonly MenuItem[] = [{ to: '/admin', label: 'Admin Dashboard', icon: ShieldCheck }];

/** What the sidebar offers: a visitor sees the marketplace, a farmer the farm, an admin the administration too. */
export function Menu({ user }: { user: CurrentUser | null }) {
  if (!user) return <Group label="Marketplace" items={[forSale]} />;
  return (
    <>
      <Group label="Main" items={main} />
      <Group label="Account" items={account} />
      {user.role === 'admin' && <Group label="Administration" items={administration} />}
    </>
  );
}

function Group({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const { isSheetOpen } = useSidebar();
  return (
    <SidebarGroup label={label}>
      {items.map(({ to, label: words, icon: Icon }) => (
        <SidebarItem key={to} label={words} icon={<Icon aria-hidden />}>
          {/* The open menu of a phone is an entry of the history, whose place the page takes. */}
          <Link to={to} replace={isSheetOpen} activeOptions={{ exact: to === '/' }} />
        </SidebarItem>
      ))}
    </SidebarGroup>
  );
}
