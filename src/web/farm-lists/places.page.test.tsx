import { fakeApi, screen, showPages } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import { PlacesPage } from './places.page.tsx';

test.each([
  ['worker', 3, 1],
  ['vet', 0, 0],
  ['viewer', 0, 0],
])('a %s is offered to change places and to move animals only if the role may', async (farmRole, changes, moves) => {
  const barn = { id: 'barn', name: 'Barn', note: null, areaSquareMetres: null, restDays: null, outline: [], archivedAt: null };
  fakeApi({ '/api/places': [barn] });
  showPages({ '/places': { component: PlacesPage, validateSearch: () => ({}) } }, '/places', { id: 'ada', farmRole });
  await screen.findByText('No groups yet');
  await screen.findByRole('heading', { name: 'Barn' });
  expect(screen.queryAllByRole('button', { name: /^Add a |^More for Barn/ })).toHaveLength(changes);
  expect(screen.queryAllByRole('button', { name: 'Move animals' })).toHaveLength(moves);
});
