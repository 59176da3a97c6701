import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { CurrentUser } from '#contract/accounts.ts';
import { currentUserQuery } from '#web/lib/session/session.ts';
import { followRole, protect } from './protection.ts';

const { queryKey } = currentUserQuery;
const ada = { id: 'ada', role: 'basic', subscriptionPlan: 'basic' } as CurrentUser;
const admin: CurrentUser = { ...ada, role: 'admin' };

const openAdminPage = (queryClient: QueryClient) =>
  protect({
    context: { queryClient },
    location: { href: '/admin', pathname: '/admin', search: {} },
    matches: [{ staticData: { access: 'admin' } }],
  });

test('routes are checked again when the server says that a person has another role, which then leaves or opens the page', async () => {
  const client = new QueryClient();
  client.setQueryData(queryKey, admin);
  const onChange = vi.fn<() => void>();
  followRole(client, onChange);
  await openAdminPage(client);
  const renamed: CurrentUser = { ...admin, username: 'ada-lovelace' };
  client.setQueryData(queryKey, renamed);
  expect(onChange).not.toHaveBeenCalled();
  client.setQueryData(queryKey, ada);
  expect(onChange).toHaveBeenCalledOnce();
  await expect(openAdminPage(client)).rejects.toMatchObject({ options: { to: '/' } });
});
