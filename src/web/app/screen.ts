import type { AnyRouter, LinkProps } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import type { ScreenAccess } from '#contract/screens.ts';
import type { FarmRole } from '#domain/members.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends ScreenOptions {}
}

interface ScreenOptions {
  title?: string;
  access: ScreenAccess;
  menu?: {
    readonly group: MenuGroup;
    /** A component if the text depends on the farm. */
    readonly label: string | ComponentType;
    readonly icon: ComponentType<{ 'aria-hidden': true }>;
    /** The people whose menu has this screen; everybody's if absent. */
    readonly roles?: readonly FarmRole[];
  };
  /** API addresses that the page reads first. The first HTML names them, so that they are fetched together with the scripts. */
  reads?: readonly string[];
  /** Rendered at build time, with skeletons instead of data (decision 24). */
  isPrerendered?: true;
  /** A farmer's browser fetches the code in advance, so that the page opens without a connection. */
  isFetchedAhead?: true;
}

export const menuGroups = ['Main', 'Work', 'Account', 'Administration'] as const;
type MenuGroup = (typeof menuGroups)[number];

interface Screen extends ScreenOptions {
  readonly isInShell: boolean;
  /** `$name` is a placeholder for an id. */
  readonly path: NonNullable<LinkProps['to']>;
  readonly page: ComponentType & { readonly preload?: () => Promise<void>; readonly load?: () => Promise<unknown> };
}

/** The entries of the menu. */
export const menuOf = (router: AnyRouter, user: CurrentUser | null) =>
  screensOf(router)
    .filter(({ access }) => (user ? access !== 'admin' || user.role === 'admin' : access === 'anyone'))
    .flatMap(({ path, title, menu }) =>
      menu && (!user || menu.roles?.includes(user.farmRole) !== false) ? { path, title, ...menu } : [],
    );

export const screensOf = ({ routesById }: AnyRouter): readonly Screen[] =>
  Object.values(routesById)
    .filter(({ fullPath, children }) => !children && fullPath !== '/$')
    .map(({ id, fullPath, options: { component, staticData } }) => ({
      ...staticData,
      isInShell: id.startsWith('/shell/'),
      path: fullPath,
      page: component,
    }));
