import { useRouterState } from '@tanstack/react-router';
import { ago, cleanup, fakeApi, press, screen, showPart, userEvent, waitFor } from '#test/show-pages.tsx';
import { expect, test, vi } from 'vitest';
import type { Animal } from '#contract/animals.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { hasDrafts } from '#web/lib/forms/drafts.ts';
// What the form fetches later is there at once.
import '#web/ui/checklist.tsx';
import { NewWorkForm } from './new-work-form.tsx';

const ewe = buildAnimal({ id: 'ewe', species: 'sheep', tagNumber: '11' });
const lamb = buildAnimal({ id: 'lamb', species: 'sheep', tagNumber: '12', motherId: ewe.id, birthDate: ago(9) });
const ram = buildAnimal({ id: 'ram', species: 'sheep', tagNumber: '13', sex: 'male' });

/** In a window of its own; what another page hands over makes it a new form. */
function show(work: 'move' | 'treat' | 'wean', herd: readonly Animal[], reads: Readonly<Record<string, unknown>> = {}) {
  cleanup();
  fakeApi(reads);
  function Page() {
    const { animalIds, move } = useRouterState({ select: ({ location }) => location.state });
    const key = [...(animalIds ?? []), move?.day].join(' ');
    return <NewWorkForm key={key} work={work} herd={herd} lastUses={[]} products={[]} stock={new Map()} />;
  }
  return showPart(Page).router.history;
}

const isChosen = (name: string) => screen.findByRole('radio', { name, checked: true });
const continued = 'You typed this before and have not saved it';

test('lambs that are moved along stand in the choice of animals, and stay in it when a place, and then another animal, is chosen', async () => {
  show('move', [ewe, lamb, ram], {
    '/api/animals': [ewe, lamb, ram],
    '/api/animal-states': [{ animalId: ewe.id, placeId: 'mill', groupIds: [], withdrawals: [], due: [], weanedOn: null }],
    '/api/places': ['Mill', 'Hill'].map((name) => ({ id: name.toLowerCase(), name, archivedAt: null })),
  });
  await press('Hill', 'radio');
  await press('Mill 1', 'radio');
  await press('Move it too');
  await isChosen('Choose… 2');
  await press('Mill 1', 'radio');
  await press('Choose… 2', 'radio');
  await screen.findByText('2 selected');
  await userEvent.type(screen.getByLabelText('Animals'), '13{Enter}');
  await screen.findByText('3 selected');
  expect(screen.getByRole('button', { name: 'Move 3 sheep' })).toBeTruthy();
});

test('what was chosen is there again, but not for animals that another page hands over, nor on another day', async () => {
  show('treat', [ewe, ram]);
  await press('All 2', 'radio');
  const history = show('treat', [ewe, ram]);
  await isChosen('All 2');
  screen.getByText(continued);
  history.push('/', { animalIds: [ram.id] });
  await isChosen('Chosen 1');
  expect(screen.queryByText(continued)).toBeNull();
  show('treat', [ewe, ram]);
  await press('All 2', 'radio');
  expect(hasDrafts(null)).toBe(true);
  cleanup();
  vi.useFakeTimers({ now: Date.now() + 86_400_000, toFake: ['Date'] });
  show('treat', [ewe, ram]);
  await screen.findByRole('radio', { name: 'All 2', checked: false });
  expect(hasDrafts(null)).toBe(false);
});

test('animals that were chosen elsewhere and cannot be weaned are left out with the reason', async () => {
  const old = { birthDate: ago(900) };
  const history = show('wean', [{ ...ewe, ...old }, lamb, { ...ram, ...old }]);
  history.push('/', { animalIds: [ewe.id, lamb.id, ram.id] });
  await screen.findByText('2 of the 3 you chose are left out: only young that are not weaned yet can be entered here.');
  expect(await isChosen('Chosen 1')).toBeTruthy();
  history.push('/', { animalIds: [ewe.id] });
  await screen.findByText(/^1 of the 1 you chose is left out/);
});

test('a move begins with the place and the earlier day that another page hands over', async () => {
  const history = show('move', [ewe], { '/api/places': [{ id: 'mill', name: 'Mill Field', archivedAt: null }] });
  const day = ago(1);
  history.push('/', { animalIds: [ewe.id], move: { placeId: 'mill', groupId: null, day } });
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Day').value).toBe(day));
  await waitFor(() => expect(screen.getByLabelText('Place').textContent).toBe('Mill Field'));
  expect(screen.getByRole('button', { name: 'Move 1 ewe' })).toBeTruthy();
});

test('an animal that has left since it was chosen is not counted', async () => {
  show('treat', [ewe, ram]);
  await press(/^Choose/, 'radio');
  for (const tag of ['11', '13']) {
    await userEvent.clear(screen.getByLabelText('Animals'));
    await userEvent.type(screen.getByLabelText('Animals'), `${tag}{Enter}`);
  }
  await isChosen('Choose… 2');
  show('treat', [ewe, { ...ram, status: 'sold' }]);
  await isChosen('Choose… 1');
  expect(screen.queryByText(/had it/)).toBeNull();
});
