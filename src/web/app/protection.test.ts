import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { CurrentUser } from '#contract/accounts.ts';
import { currentUserQuery } from '#web/lib/session/session.ts';
import { followRole, protect } from './protection.ts';

test('routes are checked again when the server says that a person has another role, which then leaves or opens the page', async () => {
  const queryClient = new QueryClient();
  const is = (user: Partial<CurrentUser>) =>
    queryClient.setQueryData(currentUserQuery.queryKey, { id: 'ada', subscriptionPlan: 'basic', ...user } as CurrentUser);
  const location = { href: '/admin', pathname: '/admin', search: {} };
  const openAdminPage = () => protect({ context: { queryClient }, location, matches: [{ staticData: { access: 'admin' } }] });
  is({ role: 'admin' });
  const onChange = vi.fn<() => void>();
  followRole(queryClient, onChange);
  await openAdminPage();
  is({ role: 'admin', username: 'ada-lovelace' });
  expect(onChange).not.toHaveBeenCalled();
  is({ role: 'basic' });
  expect(onChange).toHaveBeenCalledOnce();
  await expect(openAdminPage()).rejects.toMatchObject({ options: { to: '/' } });
});
