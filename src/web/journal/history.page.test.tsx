import { act as actOn, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { showPages } from '#test/show-pages.tsx';
import type { HistoryAct } from '#contract/history.ts';
import type { FarmRole } from '#domain/accounts/members.ts';
import { HistoryPage } from './history.page.tsx';
import { parseHistorySearch } from './history-search.ts';

const [ann, scale] = [
  { kind: 'person', id: 'u-1', name: 'Ann' },
  { kind: 'key', id: 'k-1', name: 'Scale' },
] as const;
const act: HistoryAct = {
  revision: 7,
  at: '2026-05-01T08:00:00.000Z',
  by: ann,
  call: 'changeAnimal',
  counts: { animal: 1 },
  changes: [{ kind: 'animal', id: 'a-1', change: 'changed', animalIds: ['a-1'], fields: { name: ['Bella', 'Stella'] } }],
  events: [],
  animals: [{ id: 'a-1', tagNumber: 'G-1', name: 'Stella', isDeleted: false }],
  undoes: null,
  isUndone: false,
};

function show(farmRole: FarmRole, address = '/history?all=1') {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    if (url.startsWith('/api/history/authors')) return Response.json([ann, scale]);
    return Response.json(url.startsWith('/api/history') && !url.includes('by=k-1') ? [act] : []);
  });
  const pages = { '/history': { component: HistoryPage, validateSearch: parseHistorySearch } };
  return { asked, ...showPages(pages, address, { farmRole }) };
}

test('the history says who changed what, with before and after, and shows that of one person or key alone', async () => {
  const { router } = show('manager');
  await screen.findAllByText(/Stella/);
  expect(document.body.textContent).toMatch(/Bella.*Stella/);
  expect(screen.getAllByText(/Ann/).length).toBeGreaterThan(0);
  await userEvent.click(screen.getByRole('combobox', { name: 'Person' }));
  await userEvent.click(await screen.findByRole('option', { name: /Scale/ }));
  await screen.findByText('Nothing of this kind was changed on these days.');
  expect(router.state.location.search).toEqual({ by: 'k-1' });
});

test('a run of like changes is one line until it is opened or printed', async () => {
  const acts = [5, 4, 3, 2, 1].map((revision) => ({ ...act, revision, canUndo: false, isChangedSince: false }));
  vi.stubGlobal('fetch', async (url: string) => Response.json(url.startsWith('/api/acts') ? acts : []));
  showPages({ '/history': { component: HistoryPage, validateSearch: parseHistorySearch } }, '/history', { farmRole: 'worker' });
  const run = await screen.findByText(/5 times/);
  expect(run.textContent).toContain('Changed an animal · 5 timesAnn · ');
  expect(screen.getAllByRole('article', { name: 'Changed an animal', hidden: true })).toHaveLength(5);
  expect(run.closest('details')?.open).toBe(false);
  await actOn(() => window.dispatchEvent(new Event('beforeprint')));
  expect(screen.queryByText(/5 times/)).toBeNull();
  expect(screen.getAllByRole('article', { name: 'Changed an animal' })).toHaveLength(5);
  await actOn(() => window.dispatchEvent(new Event('afterprint')));
});

test('changes that can be undone without a question stay in sight, and undone ones make no run with others', async () => {
  const at = new Date().toISOString();
  const acts = [5, 4, 3, 2, 1].map((revision) => ({ ...act, at, revision, canUndo: true, isChangedSince: false }));
  const before = [10, 9, 8, 7].map((revision) => ({
    ...act,
    revision,
    isUndone: revision > 8,
    canUndo: false,
    isChangedSince: false,
  }));
  vi.stubGlobal('fetch', async (url: string) => Response.json(url.startsWith('/api/acts') ? [...acts, ...before] : []));
  showPages({ '/history': { component: HistoryPage, validateSearch: parseHistorySearch } }, '/history', { farmRole: 'worker' });
  expect(await screen.findAllByRole('button', { name: 'Undo Changed an animal' })).toHaveLength(5);
  expect(screen.queryByText(/times/)).toBeNull();
});

test('a worker sees the latest changes, and the server is not asked for those of five years', async () => {
  const { asked } = show('worker');
  await screen.findByText('Nothing has been done yet');
  await waitFor(() => expect(asked.filter((url) => url.startsWith('/api/history'))).toEqual([]));
});
