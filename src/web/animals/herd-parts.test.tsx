import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { showPages } from '#test/show-pages.tsx';
import { noFilter } from '#web/herd/list/herd-filter.ts';
import { HerdParts } from './herd-parts.tsx';

afterEach(() => vi.unstubAllGlobals());

test('the parts of the herd are offered together once all are known, so that none moves', async () => {
  const places = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (url: string) => (url.startsWith('/api/places') ? places.promise : Response.json([])));
  const animals = [buildAnimal({ tagNumber: '1' }), buildAnimal({ tagNumber: '2', sex: 'male' })];
  const list = vi.fn<() => null>(() => null);
  showPages(
    {
      '/animals': {
        component: () => (
          <HerdParts animals={animals} filter={noFilter}>
            {list}
          </HerdParts>
        ),
      },
    },
    '/animals',
  );
  const parts = () => screen.getAllByRole('link').map(({ textContent }) => textContent);
  await screen.findByRole('link', { name: 'All' });
  await vi.waitFor(() => expect(list).toHaveBeenCalled());
  expect(parts()).toEqual(['All ']);
  places.resolve(Response.json([]));
  await screen.findByRole('link', { name: 'Does 1' });
  expect(parts()).toEqual(['All ', 'Does 1', 'Bucks 1']);
});
