import { Link, useRouter } from '@tanstack/react-router';
import type { CurrentUser } from '#contract/accounts.ts';
import { SidebarGroup, SidebarItem, useSidebar } from '#web/components/sidebar.tsx';
import { menuGroups, menuOf, useMenuEntry } from './screen.ts';

export function Menu({ user }: { user: CurrentUser | null }) {
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
