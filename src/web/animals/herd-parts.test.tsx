import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { showPages } from '#test/show-pages.tsx';
import { noFilter } from '#web/herd/list/herd-filter.ts';
import { HerdParts } from './herd-parts.tsx';

/** Resolves when all lists but the places are read. */
async function show(places: Promise<Response>): Promise<void> {
  vi.stubGlobal('fetch', async (url: string) => (url.startsWith('/api/places') ? places : Response.json([])));
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
  await screen.findByRole('link', { name: 'All' });
  await waitFor(() => expect(list).toHaveBeenCalled());
}

const parts = () => screen.getAllByRole('link').map(({ textContent }) => textContent);

test('the parts of the herd are offered together once all are known, so that none moves', async () => {
  const places = Promise.withResolvers<Response>();
  await show(places.promise);
  expect(parts()).toEqual(['All ']);
  places.resolve(Response.json([]));
  await screen.findByRole('link', { name: 'Does 1' });
  expect(parts()).toEqual(['All ', 'Does 1', 'Bucks 1']);
});

test('the parts that are known are offered although the places cannot be read', async () => {
  await show(Promise.resolve(Response.json({ code: 'request.forbidden', message: 'No' }, { status: 403 })));
  await screen.findByRole('link', { name: 'Does 1' });
  expect(parts()).toEqual(['All ', 'Does 1', 'Bucks 1']);
});
