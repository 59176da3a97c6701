import { screen, showPart } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { HerdToolbar } from './herd-toolbar.tsx';

test.each([
  ['vet', 1],
  ['viewer', 0],
])('a %s is offered work with the animals of the list only if the role may record something', async (farmRole, offered) => {
  const toolbar = {
    heads: 1,
    found: [buildAnimal({})],
    chosen: [],
    isOutside: false,
    view: 'cards',
    onSelect: undefined,
  } as const;
  showPart(() => <HerdToolbar {...toolbar} />, { id: 'ada', farmRole });
  await screen.findByText('Showing 1 of 1');
  expect(screen.queryAllByRole('link', { name: 'Work with this one' })).toHaveLength(offered);
});
