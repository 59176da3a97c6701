import { fakeApi, screen, showPart, userEvent, waitFor, within } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import type { Place } from '#contract/places.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { FarmPlan } from './farm-plan.tsx';
import type { ShownPlace } from './place-dialog.tsx';
import { labelsOf, type PlanFont } from './plan-labels.ts';

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

/** Resolves with the dialog of a place that is chosen with the keyboard. */
async function open(mayDraw: boolean) {
  fakeApi({ '/api/auth/me': { id: 'u', farmRole: mayDraw ? 'owner' : 'viewer', planPicture: null } });
  showPart(() => <FarmPlan places={places} shownOf={({ name }) => shown[name]!} mayDraw={mayDraw} />);
  (await screen.findByRole('button', { name: 'Hill, 1 animal, grazed for 3 days' })).focus();
}
const openHill = async () => {
  await userEvent.keyboard(' ');
  return within(await screen.findByRole('dialog', { name: 'Hill' }));
};

test('each place with an outline is named with what the list says of it, and the others are listed below', async () => {
  await open(true);
  screen.getByRole('button', { name: 'Creek, Empty, rested 2 of 30 days' });
  const key = within(screen.getByRole('list', { name: 'Key of the plan' })).getAllByRole('listitem');
  expect(key.map(({ textContent }) => textContent)).toEqual(['Animals there', 'Resting']);
  expect(screen.getByRole('link', { name: 'Draw Barn' }).getAttribute('href')).toBe('/places?show=plan&draw=Barn');
  await screen.findByText('Add a picture');
  const dialog = await openHill();
  dialog.getByRole('button', { name: 'Move animals here' });
  dialog.getByRole('link', { name: 'Change the outline' });
});

test('a viewer sees the plan and is offered neither to draw places nor to move animals', async () => {
  await open(false);
  screen.getByText('Barn');
  await waitFor(() => expect(screen.queryByText('Add a picture')).toBeNull());
  const dialog = await openHill();
  for (const name of ['Draw Barn', 'Change the outline']) expect(screen.queryByRole('link', { name, hidden: true })).toBeNull();
  expect(dialog.queryByRole('button', { name: 'Move animals here' })).toBeNull();
});

const font: PlanFont = { size: 14, lineHeight: 18, widthOf: (text) => text.length * 7 };

test.each([
  ['Long Meadow', 300, 200, ['Long Meadow', '62 animals', 'grazed for 3 days']],
  ['Long Meadow', 110, 60, ['Long Meadow', '62 animals']],
  ['Long Meadow', 85, 80, ['Long', 'Meadow', '62 animals']],
  ['Long Meadow', 110, 30, ['Long Meadow']],
  ['Long Meadow', 60, 45, ['Long', 'Meadow']],
  ['Long Meadow', 60, 24, ['Long…']],
  ['Long Meadow', 20, 20, undefined],
  ['Great Northern Hill beyond the Oaks', 120, 120, ['Great', 'Northern', 'Hill beyond', 'the Oaks']],
])('the label of %s in %d × %d says as much as fits', (name, width, height, lines) => {
  const outlined = { id: 'a', name, outline: box(0, 0, width * 10, height * 10), facts: ['62 animals', 'grazed for 3 days'] };
  expect(labelsOf([outlined], { width: 1000, height: 1000, scale: 0.1 }, font).get('a')?.lines).toEqual(lines);
});
