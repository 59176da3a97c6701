import { createRootRouteWithContext, createRoute, Outlet } from '@tanstack/react-router';
import { FailedScreen } from './failed.tsx';
import { type Navigation, protect, type RouterContext } from './protection.ts';
import { Shell } from './shell.tsx';

/** The search parameters of an address, as anybody may have typed them. */
export type Address = Readonly<Record<string, unknown>>;

export const root = createRootRouteWithContext<RouterContext>()({
  staticData: { access: 'link' },
  // The router would derive the type of the argument from all routes, including this one.
  beforeLoad: (navigation) => protect(navigation as unknown as Navigation),
  component: Outlet,
  errorComponent: FailedScreen,
});

export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  staticData: { access: 'link' },
  component: Shell,
  errorComponent: FailedScreen,
});
