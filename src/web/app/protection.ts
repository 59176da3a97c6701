import type { QueryClient } from '@tanstack/react-query';
import { redirect, type StaticDataRouteOption } from '@tanstack/react-router';
import type { CurrentUser } from '#contract/accounts.ts';
import type { ScreenAccess } from '#contract/screens.ts';
import { currentUserQuery, readSignedOut, whenUserKnown } from '#web/lib/session/session.ts';

export interface RouterContext {
  readonly queryClient: QueryClient;
}

export interface Navigation {
  readonly context: RouterContext;
  readonly location: { readonly href: string; readonly pathname: string; readonly search: object };
  readonly matches: readonly { readonly staticData: Screen }[];
}

type Screen = Pick<StaticDataRouteOption, 'access' | 'isForRole' | 'section'>;

/** While the current user is loading, the router waits here and shows nothing. */
export async function protect({ context: { queryClient }, location, matches }: Navigation): Promise<void> {
  const screen = matches.at(-1)?.staticData;
  const access = screen?.access ?? 'admin';
  if (access === 'link') return;
  const user = await currentUser(queryClient, access);
  if (access === 'anyone') return;
  if (access === 'visitor') return user ? leaveSignIn(location) : undefined;
  if (!user) throw toLogin(queryClient, location);
  if (access === 'user') return;
  if (!user.subscriptionPlan) throw redirect({ to: '/choose-plan', replace: true });
  if (access === 'admin' && user.role !== 'admin') throw redirect({ to: '/', replace: true });
  if (!isFor(user, screen, location)) throw redirect(above(screen, location));
}

const isFor = ({ farmRole }: CurrentUser, screen: Screen | undefined, { search }: Navigation['location']): boolean =>
  screen?.isForRole?.(farmRole, { ...search }) !== false;

const above = (screen: Screen | undefined, { pathname }: Navigation['location']) => ({
  to: (screen?.section?.of ?? pathname.replace(/\/[^/]*\/*$/, '')) as '/animals',
  replace: true,
});

function leaveSignIn({ search }: Navigation['location']): void {
  // The setup link makes a person who is already signed in the administrator.
  const { invitation } = search as { readonly invitation?: string };
  if (invitation !== undefined) throw redirect({ to: '/join', search: { token: invitation }, replace: true });
  if (!('setup' in search)) throw redirect({ to: '/', replace: true });
}

async function currentUser(client: QueryClient, access: ScreenAccess): Promise<CurrentUser | null> {
  // The stored person may have become an administrator since, or ceased to be one.
  if (access === 'admin') await whenUserKnown();
  return client.ensureQueryData(currentUserQuery);
}

/** Calls back when the person who is signed in has another role or now has a plan, so that the routes are checked again. */
export function followRole(client: QueryClient, onChange: () => void): void {
  const roleOf = () => {
    const user = client.getQueryData(currentUserQuery.queryKey);
    return user ? `${user.id} ${user.role} ${user.farmRole} ${user.subscriptionPlan === null}` : undefined;
  };
  let last = roleOf();
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== currentUserQuery.queryKey[0]) return;
    const now = roleOf();
    const hasChanged = last !== undefined && now !== undefined && now !== last;
    last = now;
    if (hasChanged) onChange();
  });
}

const toLogin = (queryClient: QueryClient, { href }: Navigation['location']) =>
  redirect({
    to: '/login',
    replace: true,
    state: { wanted: { address: href, signedOut: readSignedOut(queryClient) } },
  });
