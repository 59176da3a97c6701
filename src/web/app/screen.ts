import { type AnyRouter, type LinkProps, useRouterState } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import type { ScreenAccess } from '#contract/screens.ts';
import type { FarmRole } from '#domain/accounts/members.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends ScreenOptions {}
}

interface ScreenOptions {
  title?: string;
  access: ScreenAccess;
  /**
   * Whether a role has a use for the screen at this address; each if absent. To others it is not offered, and its address leads to the
   * screen above it.
   */
  isForRole?: (role: FarmRole, search: Readonly<Record<string, unknown>>) => boolean;
  menu?: {
    readonly group: MenuGroup;
    readonly label: string;
    readonly icon: MenuIcon;
    /** The people whose menu has this screen; everybody's if absent. */
    readonly isFor?: (user: CurrentUser) => boolean;
  };
  /** The screen of the menu to which this one belongs, its tab beside that screen's, and the icon with which it can be found. */
  section?: { readonly of: string; readonly tab?: string; readonly icon?: MenuIcon };
  /** A farmer's browser does not load its code before it is opened. */
  isFetchedLater?: true;
}

export const menuGroups = ['Main', 'Work', 'Account', 'Administration'] as const;
type MenuIcon = ComponentType<{ readonly className?: string; readonly 'aria-hidden': true }>;
type MenuGroup = (typeof menuGroups)[number];

interface Screen extends ScreenOptions {
  /** `$name` is a placeholder for an id. */
  readonly path: NonNullable<LinkProps['to']>;
  readonly page: ComponentType & { readonly preload?: () => Promise<void>; readonly load?: () => Promise<unknown> };
}

const screensFor = (router: AnyRouter, user: CurrentUser | null) =>
  screensOf(router).filter(({ access, isForRole }) => {
    if (!user) return access === 'anyone';
    return (access !== 'admin' || user.role === 'admin') && isForRole?.(user.farmRole, {}) !== false;
  });

/** The entries of the menu. */
export const menuOf = (router: AnyRouter, user: CurrentUser | null) =>
  screensFor(router, user).flatMap(({ path, menu }) =>
    menu && (!user || menu.isFor?.(user) !== false) ? { path, ...menu } : [],
  );

/** The screens that can be found by their name: those of the menu and of their sections. */
export const foundScreensOf = (router: AnyRouter, user: CurrentUser | null) =>
  screensFor(router, user).flatMap(({ path, title = path, menu, section }) =>
    menu ? { path, label: menu.label, icon: menu.icon } : section?.icon ? { path, label: title, icon: section.icon } : [],
  );

/** The entry of the menu to which the present screen belongs. */
export const useMenuEntry = (): string | undefined =>
  useRouterState({
    select: ({ location: { pathname }, matches }) => {
      const { menu, section } = matches.at(-1)?.staticData ?? {};
      return section?.of ?? (menu ? matches.at(-1)?.fullPath : `/${pathname.split('/')[1] ?? ''}`);
    },
  });

export const screensOf = ({ routesById }: AnyRouter): readonly Screen[] =>
  Object.values(routesById)
    .filter(({ fullPath, children }) => !children && fullPath !== '/$')
    .map(({ fullPath, options: { component, staticData } }) => ({
      ...staticData,
      path: fullPath,
      page: component,
    }));
