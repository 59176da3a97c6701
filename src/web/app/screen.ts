import type { AnyRouter, LinkProps } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { ScreenAccess } from '#contract/screens.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends ScreenOptions {}
}

/** What a route of `screens.tsx` says besides what the router asks for. */
interface ScreenOptions {
  /** Shown in the browser's tab before the product's name. */
  title?: string;
  access: ScreenAccess;
  menu?: { readonly group: MenuGroup; readonly label: string; readonly icon: ComponentType<{ 'aria-hidden': true }> };
  /** URLs of the API that the page reads first: the first HTML names them, so that they are fetched together with the scripts. */
  reads?: readonly string[];
  /** The first HTML shows the page with skeletons in the place of data (decision 24). */
  isPrerendered?: true;
  /** The page's code is fetched ahead for a farmer, so that it is there when the connection is not. */
  isFetchedAhead?: true;
}

export const menuGroups = ['Main', 'Account', 'Administration'] as const;
type MenuGroup = (typeof menuGroups)[number];

interface Screen extends ScreenOptions {
  /** `$name` stands for an id. */
  readonly path: NonNullable<LinkProps['to']>;
  readonly page: ComponentType & { readonly preload?: () => Promise<void>; readonly load?: () => Promise<unknown> };
}

/** All screens that have an address, in their order in `screens.tsx`. */
export const screensOf = ({ routesById }: AnyRouter): readonly Screen[] =>
  Object.values(routesById)
    .filter(({ fullPath, children }) => !children && fullPath !== '/$')
    .map(({ fullPath, options: { component, staticData } }) => ({ ...staticData, path: fullPath, page: component }));
