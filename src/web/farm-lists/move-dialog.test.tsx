import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildAnimal, idOf } from '#test/build-animal.ts';
import { showPart } from '#test/show-pages.tsx';
import { addDays } from '#domain/values/dates.ts';
import { today } from '#web/lib/text/today.ts';
import { MoveDialog } from './move-dialog.tsx';
// What the dialog fetches later is there at once.
import './move-form.tsx';

const ewe = buildAnimal({ id: idOf(1), species: 'sheep', tagNumber: '11' });
const lambs = [2, 3].map((digit) =>
  buildAnimal({ id: idOf(digit), species: 'sheep', tagNumber: `1${digit}`, motherId: ewe.id, birthDate: addDays(today(), -9) }),
);

test('the lambs of a ewe that are not weaned are offered to be moved with her, and she can be moved alone', async () => {
  const sent: { events: { animalId: string }[] }[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (typeof body !== 'string') return Response.json(url.startsWith('/api/animals') ? [ewe, ...lambs] : []);
    sent.push(JSON.parse(body) as (typeof sent)[number]);
    return Response.json({ events: [] }, { status: 201 });
  });
  showPart(() => <MoveDialog isOpen chosen={[ewe.id]} placeId={idOf(9)} onClose={() => {}} />);
  await screen.findByText(/2 lambs with her are not weaned/);
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  const moved = () => sent.map(({ events }) => events.map(({ animalId }) => animalId));
  await press('Move');
  await waitFor(() => expect(moved()).toEqual([[ewe.id]]));
  await press('Move them too');
  expect(screen.queryByText(/not weaned/)).toBeNull();
  await press('Move');
  await waitFor(() => expect(moved()[1]).toEqual([ewe, ...lambs].map((animal) => animal.id)));
});

test('no lamb is offered until it is known whether it is bottle-fed', async () => {
  const states = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/api/animal-states')) return states.promise;
    return Response.json(url.startsWith('/api/animals') ? [ewe, ...lambs] : []);
  });
  showPart(() => <MoveDialog isOpen chosen={[ewe.id]} onClose={() => {}} />);
  await screen.findByRole('button', { name: 'Select all 3' });
  expect(screen.queryByText(/not weaned/)).toBeNull();
  states.resolve(Response.json([{ animalId: idOf(2), isBottleFed: true, placeId: null, groupIds: [] }]));
  await screen.findByText(/1 lamb with her is not weaned/);
});

test('lambs are not offered to leave a group with their ewe, which they may not be in', async () => {
  vi.stubGlobal('fetch', async (url: string) => Response.json(url.startsWith('/api/animals') ? [ewe, ...lambs] : []));
  showPart(() => <MoveDialog isOpen chosen={[ewe.id]} onClose={() => {}} />);
  await screen.findByText(/2 lambs with her are not weaned/);
  await userEvent.click(screen.getByRole('radio', { name: 'Out of a group' }));
  expect(screen.queryByText(/not weaned/)).toBeNull();
});

test('animals that have left the farm since they were chosen are left out', async () => {
  const sold = { ...lambs[0], status: 'sold' };
  vi.stubGlobal('fetch', async (url: string) => Response.json(url.startsWith('/api/animals') ? [ewe, sold] : []));
  showPart(() => <MoveDialog isOpen chosen={[ewe.id, idOf(2)]} onClose={() => {}} />);
  expect(await screen.findByText('1 selected')).toBeTruthy();
});
