import { fakeApi, refusal, screen, showPages } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { noFilter } from '#web/herd/list/herd-filter.ts';
import { HerdParts } from './herd-parts.tsx';

test.each([
  ['together once all are known, so that none moves', []],
  ['also if the places cannot be read', refusal(403, 'request.forbidden')],
])('the parts of the herd are offered %s', async (_, answer) => {
  const places = Promise.withResolvers<unknown>();
  fakeApi({ '/api/places': places.promise });
  const animals = [buildAnimal({ tagNumber: '1' }), buildAnimal({ tagNumber: '2', sex: 'male' })];
  const list = () => <h1>List</h1>;
  const component = () => (
    <HerdParts animals={animals} filter={noFilter}>
      {list}
    </HerdParts>
  );
  showPages({ '/animals': { component } }, '/animals');
  const parts = () => screen.getAllByRole('link').map(({ textContent }) => textContent);
  await screen.findByRole('heading', { name: 'List' });
  expect(parts()).toEqual(['All ']);
  places.resolve(answer);
  await screen.findByRole('link', { name: 'Does 1' });
  expect(parts()).toEqual(['All ', 'Does 1', 'Bucks 1']);
});
