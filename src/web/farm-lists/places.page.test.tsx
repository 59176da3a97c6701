import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { FarmRole } from '#domain/accounts/members.ts';
import { showPages } from '#test/show-pages.tsx';
import { PlacesPage } from './places.page.tsx';

test.each<[FarmRole, number, number]>([
  ['worker', 3, 1],
  ['vet', 0, 0],
  ['viewer', 0, 0],
])('a %s is offered to change places and to move animals only if the role may', async (farmRole, changes, moves) => {
  const barn = { id: 'barn', name: 'Barn', note: null, areaSquareMetres: null, restDays: null, outline: [], archivedAt: null };
  vi.stubGlobal('fetch', async (url: string) => Response.json(url.includes('/places') ? [barn] : []));
  showPages({ '/places': { component: PlacesPage, validateSearch: () => ({}) } }, '/places', { id: 'ada', farmRole });
  await screen.findByText('No groups yet');
  await screen.findByRole('heading', { name: 'Barn' });
  expect(screen.queryAllByRole('button', { name: /^Add a |^More for Barn/ })).toHaveLength(changes);
  expect(screen.queryAllByRole('button', { name: 'Move animals' })).toHaveLength(moves);
});
