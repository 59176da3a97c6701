import { ago, fakeApi, press, screen, showPart, waitFor } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import { buildAnimal, idOf } from '#test/build-animal.ts';
import { MoveDialog } from './move-dialog.tsx';
// What the dialog fetches later is there at once.
import './move-form.tsx';

const sheep = (digit: number, rest: object = {}) =>
  buildAnimal({ id: idOf(digit), species: 'sheep', tagNumber: `1${digit}`, ...rest });
const ewe = sheep(1);
const lambs = [2, 3].map((digit) => sheep(digit, { motherId: ewe.id, birthDate: ago(9) }));

function show(chosen: readonly string[], reads: Readonly<Record<string, unknown>> = {}) {
  const sent = fakeApi({ '/api/animals': [ewe, ...lambs], ...reads }, () => ({ events: [] }));
  showPart(() => <MoveDialog isOpen chosen={chosen} placeId={idOf(9)} onClose={() => {}} />);
  return () => sent.map(([, body]) => (body as { events: { animalId: string }[] }).events.map(({ animalId }) => animalId));
}

test('the lambs of a ewe that are not weaned are offered to be moved with her, and she can be moved alone', async () => {
  const moved = show([ewe.id]);
  await screen.findByText(/2 lambs with her are not weaned/);
  await press('Move');
  await waitFor(() => expect(moved()).toEqual([[ewe.id]]));
  await press('Move them too');
  expect(screen.queryByText(/not weaned/)).toBeNull();
  await press('Move');
  await waitFor(() => expect(moved()[1]).toEqual([ewe, ...lambs].map(({ id }) => id)));
});

test('no lamb is offered until it is known whether it is bottle-fed', async () => {
  const { promise, resolve } = Promise.withResolvers<object[]>();
  show([ewe.id], { '/api/animal-states': promise });
  await screen.findByRole('button', { name: 'Select all 3' });
  expect(screen.queryByText(/not weaned/)).toBeNull();
  resolve([{ animalId: idOf(2), isBottleFed: true, placeId: null, groupIds: [] }]);
  await screen.findByText(/1 lamb with her is not weaned/);
});
