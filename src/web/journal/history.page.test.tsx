import { act as actOn, fakeApi, press, screen, showPages, waitFor } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import type { FarmRole } from '#domain/accounts/members.ts';
import { HistoryPage } from './history.page.tsx';
import { parseHistorySearch } from './history-search.ts';

const ann = { kind: 'person', id: 'u-1', name: 'Ann' };
const scale = { kind: 'key', id: 'k-1', name: 'Scale' };
const changed = { at: '2026-05-01T08:00:00.000Z', by: ann, call: 'changeAnimal', counts: { animal: 1 }, events: [] };
const done = { undoes: null, isUndone: false, canUndo: false, isChangedSince: false };
const act = (revision: number, rest: object = {}) => ({
  revision,
  ...changed,
  changes: [{ kind: 'animal', id: 'a-1', change: 'changed', animalIds: ['a-1'], fields: { name: ['Bella', 'Stella'] } }],
  animals: [{ id: 'a-1', tagNumber: 'G-1', name: 'Stella', isDeleted: false }],
  ...done,
  ...rest,
});

function show(farmRole: FarmRole, address: string, reads: Readonly<Record<string, unknown>> = {}) {
  const sent = fakeApi(reads, () => act(16));
  const pages = { '/history': { component: HistoryPage, validateSearch: parseHistorySearch } };
  return { sent, ...showPages(pages, address, { farmRole }) };
}

test('the history says who changed what, with before and after, and shows that of one person or key alone', async () => {
  const histories = [[act(7)], []];
  const reads = { '/api/history/authors': [ann, scale], '/api/history': () => histories.shift() };
  const { router } = show('manager', '/history?all=1', reads);
  await screen.findAllByText(/Stella/);
  expect(document.body.textContent).toMatch(/Bella.*Stella/);
  expect(screen.getAllByText(/Ann/).length).toBeGreaterThan(0);
  await press('Person', 'combobox');
  await press(/Scale/, 'option');
  await screen.findByText('Nothing of this kind was changed on these days.');
  expect(router.state.location.search).toEqual({ by: 'k-1' });
});

test('a run of like changes is one line until it is opened or printed', async () => {
  show('worker', '/history', { '/api/acts': [5, 4, 3, 2, 1].map((revision) => act(revision)) });
  const run = await screen.findByText(/5 times/);
  const articles = (hidden: boolean) => screen.getAllByRole('article', { name: 'Changed an animal', hidden });
  expect(run.textContent).toContain('Changed an animal · 5 timesAnn · ');
  expect([articles(true).length, run.closest('details')?.open]).toEqual([5, false]);
  await actOn(() => window.dispatchEvent(new Event('beforeprint')));
  expect(screen.queryByText(/5 times/)).toBeNull();
  expect(articles(false)).toHaveLength(5);
  await actOn(() => window.dispatchEvent(new Event('afterprint')));
});

test('a change that was made lately is undone with one button', async () => {
  const { sent } = show('worker', '/history', { '/api/acts': [act(15, { at: new Date().toISOString(), canUndo: true })] });
  await press('Undo Changed an animal');
  await waitFor(() => expect(sent.map(([request]) => request)).toEqual(['POST /api/acts/15/undo']));
});
