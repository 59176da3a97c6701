import { screen, showPages, userEvent } from '#test/show-pages.tsx';
import { expect, test, vi } from 'vitest';
import { findDraft, storeDraft } from '../forms/drafts.ts';
import { useLogout } from './use-logout.ts';

function SignOut() {
  const { mutate } = useLogout();
  return <button onClick={() => mutate({ keepsOperations: false })}>Sign out</button>;
}

test('signing out keeps the drafts of the account, and removes those of the window', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Logged out' }));
  storeDraft('ada low', 'note', { note: 'Limps' });
  storeDraft(null, 'paper', { address: '2 Lane' });
  showPages({ '/': { component: SignOut }, '/login': { component: () => 'Signed out' } }, '/', { id: 'ada', farmId: 'low' });
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
  await screen.findByText('Signed out');
  expect([findDraft('ada low', 'note')?.typed, findDraft(null, 'paper')]).toEqual([{ note: 'Limps' }, undefined]);
});
