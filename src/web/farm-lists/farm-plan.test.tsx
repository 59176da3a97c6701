import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { showPart } from '#test/show-pages.tsx';
import type { Place } from '#contract/places.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { FarmPlan } from './farm-plan.tsx';
import type { ShownPlace } from './place-dialog.tsx';
import { labelsOf, type PlanFont } from './plan-labels.ts';

const square = (left: number, top: number, side: number) => [
  { x: left, y: top },
  { x: left + side, y: top },
  { x: left + side, y: top + side },
  { x: left, y: top + side },
];

const place = (name: string, outline: Place['outline']): Place => ({
  id: name,
  name,
  outline,
  areaSquareMetres: null,
  restDays: null,
  note: name === 'Hill' ? 'Stony' : null,
  archivedAt: null,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
});

const ewe = buildAnimal({ id: 'e-1', tagNumber: 'E-1', species: 'sheep', sex: 'female' });
const shown: Readonly<Record<string, ShownPlace>> = {
  Hill: { animals: [ewe], area: ['2 acres'], grazing: ['grazed for 3 days'], look: 'grazed' },
  Creek: { animals: [], area: [], grazing: ['rested 2 of 30 days'], look: 'resting' },
  Barn: { animals: [], area: [], grazing: [], look: 'empty' },
};

function open(mayDraw: boolean, planPicture: string | null = null) {
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.startsWith('/api/auth/me') ? { id: 'u', farmRole: mayDraw ? 'owner' : 'viewer', planPicture } : []),
  );
  const places = [place('Barn', []), place('Creek', square(0, 0, 3000)), place('Hill', square(5000, 5000, 4000))];
  const page = () => (
    <FarmPlan places={places} shownOf={({ name }) => shown[name] ?? (shown['Barn'] as ShownPlace)} mayDraw={mayDraw} />
  );
  showPart(page);
}

test('each place with an outline is named with what the list says of it, and the others are listed below', async () => {
  open(true);
  await screen.findByRole('button', { name: 'Hill, 1 animal, grazed for 3 days' });
  screen.getByRole('button', { name: 'Creek, Empty, rested 2 of 30 days' });
  const key = screen.getByRole('list', { name: 'Key of the plan' });
  expect(
    within(key)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Animals there', 'Resting']);
  expect(screen.getByRole('link', { name: 'Draw Barn' }).getAttribute('href')).toBe('/places?show=plan&draw=Barn');
  expect(await screen.findByText('Add a picture')).toBeDefined();
});

test('an owner is offered to move animals to a place and to change its outline', async () => {
  open(true);
  (await screen.findByRole('button', { name: /^Hill/ })).focus();
  await userEvent.keyboard(' ');
  const dialog = within(await screen.findByRole('dialog', { name: 'Hill' }));
  expect(dialog.getByRole('button', { name: 'Move animals here' })).toBeDefined();
  expect(dialog.getByRole('link', { name: 'Change the outline' })).toBeDefined();
});

test('a viewer sees the plan and is offered neither to draw places nor to move animals', async () => {
  open(false);
  (await screen.findByRole('button', { name: /^Hill/ })).focus();
  screen.getByText('Barn');
  expect(screen.queryByRole('link', { name: 'Draw Barn' })).toBeNull();
  await waitFor(() => expect(screen.queryByText('Add a picture')).toBeNull());
  await userEvent.keyboard(' ');
  const dialog = await screen.findByRole('dialog', { name: 'Hill' });
  expect(within(dialog).queryByRole('link', { name: 'Change the outline' })).toBeNull();
  expect(within(dialog).queryByRole('button', { name: 'Move animals here' })).toBeNull();
});

test('labels say less the smaller an outline is, and none is written where nothing fits', () => {
  const font: PlanFont = { size: 14, lineHeight: 18, widthOf: (text) => text.length * 7 };
  const scaled = { width: 1000, height: 1000, scale: 0.1 };
  const name = 'Long Meadow';
  const linesAt = (width: number, height: number) => {
    const outline = [
      { x: 0, y: 0 },
      { x: width * 10, y: 0 },
      { x: width * 10, y: height * 10 },
      { x: 0, y: height * 10 },
    ];
    return labelsOf([{ id: 'a', name, outline, facts: ['62 animals', 'grazed for 3 days'] }], scaled, font).get('a')?.lines;
  };
  expect(linesAt(300, 200)).toEqual(['Long Meadow', '62 animals', 'grazed for 3 days']);
  expect(linesAt(110, 60)).toEqual(['Long Meadow', '62 animals']);
  expect(linesAt(85, 80)).toEqual(['Long', 'Meadow', '62 animals']);
  expect(linesAt(110, 30)).toEqual(['Long Meadow']);
  expect(linesAt(60, 24)).toEqual(['Long…']);
  expect(linesAt(20, 20)).toBeUndefined();
  const narrow = { id: 'a', name: 'Great Northern Hill beyond the Oaks', outline: square(0, 0, 1200), facts: ['62 animals'] };
  expect(labelsOf([narrow], scaled, font).get('a')).toMatchObject({
    lines: ['Great', 'Northern', 'Hill beyond', 'the Oaks'],
    isFull: false,
  });
  expect(linesAt(60, 45)).toEqual(['Long', 'Meadow']);
  const [longest] = labelsOf([{ id: 'a', name: 'W'.repeat(100), outline: square(0, 0, 9000), facts: [] }], scaled, font).values();
  expect(longest?.lines.every(({ length }) => length <= 24)).toBe(true);
});
