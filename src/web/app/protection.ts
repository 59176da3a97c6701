import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { CurrentUser } from '#contract/accounts.ts';
import type { ScreenAccess } from '#contract/screens.ts';
import { currentUserQuery, readSignedOut, whenUserKnown } from '#web/lib/session/session.ts';

export interface RouterContext {
  readonly queryClient: QueryClient;
}

export interface Navigation {
  readonly context: RouterContext;
  readonly location: { readonly href: string; readonly pathname: string; readonly search: object };
  readonly matches: readonly { readonly staticData: { readonly access: ScreenAccess } }[];
}

/** While the current user is loading, the router waits here and shows nothing. */
export async function protect({ context: { queryClient }, location, matches }: Navigation): Promise<void> {
  const access = matches.at(-1)?.staticData.access ?? 'admin';
  if (access === 'link') return;
  const user = await currentUser(queryClient, access);
  if (access === 'anyone') return;
  if (access === 'visitor') {
    // The setup link makes a person who is already signed in the administrator.
    const { invitation } = location.search as { readonly invitation?: string };
    if (user && invitation !== undefined) throw redirect({ to: '/join', search: { token: invitation }, replace: true });
    if (user && !('setup' in location.search)) throw redirect({ to: '/', replace: true });
    return;
  }
  if (!user) throw toLogin(queryClient, location);
  if (access === 'user') return;
  if (!user.subscriptionPlan) throw redirect({ to: '/choose-plan', replace: true });
  if (access === 'admin' && user.role !== 'admin') throw redirect({ to: '/', replace: true });
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
    return user ? `${user.id} ${user.role} ${user.subscriptionPlan === null}` : undefined;
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
