import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { CurrentUser } from '#contract/accounts.ts';
import { currentUserQuery, readSignedOut } from '#web/lib/session.ts';

interface At {
  context: { queryClient: QueryClient };
  location: { href: string };
}

// While the current user loads, the router waits here and nothing is shown.

export const knowVisitor = ({ context }: At): Promise<CurrentUser | null> =>
  context.queryClient.ensureQueryData(currentUserQuery);

export async function requireUser(at: At): Promise<CurrentUser> {
  const user = await knowVisitor(at);
  if (!user) {
    const wanted = { address: at.location.href, signedOut: readSignedOut(at.context.queryClient) };
    throw redirect({ to: '/login', replace: true, state: { wanted } });
  }
  return user;
}

export async function requirePlan(at: At): Promise<CurrentUser> {
  const user = await requireUser(at);
  if (!user.subscriptionPlan) throw redirect({ to: '/choose-plan', replace: true });
  return user;
}

export async function requireAdmin(at: At): Promise<void> {
  const user = await requirePlan(at);
  if (user.role !== 'admin') throw redirect({ to: '/', replace: true });
}

/** The sign-in page has nothing for someone who is signed in, unless the setup link is to make them the administrator. */
export async function requireVisitor(at: At & { search: { setup?: string } }): Promise<void> {
  const user = await knowVisitor(at);
  if (user && at.search.setup === undefined) throw redirect({ to: '/', replace: true });
}
