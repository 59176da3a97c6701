import { fakeApi, screen, showPart, userEvent, within } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import type { Place } from '#contract/places.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { FarmPlan } from './farm-plan.tsx';
import type { ShownPlace } from './place-dialog.tsx';

const box = (left: number, top: number, width: number, height = width) => {
  const corners = [0, 0, 1, 0, 1, 1, 0, 1];
  return [0, 2, 4, 6].map((at) => ({ x: left + width * corners[at]!, y: top + height * corners[at + 1]! }));
};
const place = (name: string, outline: Place['outline']) =>
  ({ id: name, name, outline, note: null, archivedAt: null }) as unknown as Place;
const places = [place('Barn', []), place('Creek', box(0, 0, 3000)), place('Hill', box(5000, 5000, 4000))];

const ewe = buildAnimal({ id: 'e-1', tagNumber: 'E-1', species: 'sheep', sex: 'female' });
const shown: Readonly<Record<string, ShownPlace>> = {
  Hill: { animals: [ewe], area: ['2 acres'], grazing: ['grazed for 3 days'], look: 'grazed' },
  Creek: { animals: [], area: [], grazing: ['rested 2 of 30 days'], look: 'resting' },
  Barn: { animals: [], area: [], grazing: [], look: 'empty' },
};

test('each place with an outline is named with what the list says of it, and the others are listed below', async () => {
  fakeApi({ '/api/auth/me': { id: 'u', farmRole: 'owner', planPicture: null } });
  showPart(() => <FarmPlan places={places} shownOf={({ name }) => shown[name]!} mayDraw />);
  (await screen.findByRole('button', { name: 'Hill, 1 animal, grazed for 3 days' })).focus();
  screen.getByRole('button', { name: 'Creek, Empty, rested 2 of 30 days' });
  const key = within(screen.getByRole('list', { name: 'Key of the plan' })).getAllByRole('listitem');
  expect(key.map(({ textContent }) => textContent)).toEqual(['Animals there', 'Resting']);
  expect(screen.getByRole('link', { name: 'Draw Barn' }).getAttribute('href')).toBe('/places?show=plan&draw=Barn');
  await screen.findByText('Add a picture');
  await userEvent.keyboard(' ');
  const dialog = within(await screen.findByRole('dialog', { name: 'Hill' }));
  dialog.getByRole('button', { name: 'Move animals here' });
  dialog.getByRole('link', { name: 'Change the outline' });
});
