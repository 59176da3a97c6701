import { screen, showPages } from '#test/show-pages.tsx';
import { expect, test, vi } from 'vitest';
import { IssuedPapersPage } from './issued-papers.page.tsx';

test('a vet is told who sees the papers, and is not offered to bring animals in', async () => {
  const asked = vi.fn<() => Promise<Response>>();
  vi.stubGlobal('fetch', asked);
  showPages({ '/receipts': { component: IssuedPapersPage } }, '/receipts', { id: 'vera', farmRole: 'vet' });
  await screen.findByText('Only the owner or a manager of the farm sees its receipts and movement papers.');
  expect(screen.queryByText('I have bought animals')).toBeNull();
  expect(asked).not.toHaveBeenCalled();
});
