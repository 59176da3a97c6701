import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { showPages } from '#test/show-pages.tsx';
import { IssuedPapersPage } from './issued-papers.page.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a vet is told who sees the papers, and is not offered to bring animals in', async () => {
  const asked = vi.fn<() => Promise<Response>>();
  vi.stubGlobal('fetch', asked);
  showPages({ '/receipts': { component: IssuedPapersPage } }, '/receipts', { id: 'vera', farmRole: 'vet' });
  await screen.findByText('Only the owner or a manager of the farm sees its receipts and movement papers.');
  expect(screen.queryByText('I have bought animals')).toBeNull();
  expect(asked).not.toHaveBeenCalled();
});

test('an owner sees the papers under one heading', async () => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  showPages({ '/receipts': { component: IssuedPapersPage } }, '/receipts', { farmRole: 'owner' });
  await screen.findByText('No papers yet.');
  expect(screen.getAllByRole('heading', { name: 'Receipts' })).toHaveLength(1);
  expect(screen.getAllByText('I have bought animals')).toHaveLength(1);
});
