import { useRouterState } from '@tanstack/react-router';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Animal } from '#contract/animals.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { showPart } from '#test/show-pages.tsx';
import { addDays } from '#domain/values/dates.ts';
import { hasDrafts } from '#web/lib/forms/drafts.ts';
import { today } from '#web/lib/text/today.ts';
// What the form fetches later is there at once.
import '#web/ui/checklist.tsx';
import { NewWorkForm } from './new-work-form.tsx';

const ewe = buildAnimal({ id: 'ewe', species: 'sheep', tagNumber: '11' });
const lamb = buildAnimal({ id: 'lamb', species: 'sheep', tagNumber: '12', motherId: ewe.id, birthDate: addDays(today(), -9) });
const ram = buildAnimal({ id: 'ram', species: 'sheep', tagNumber: '13', sex: 'male' });

test('lambs that are moved along stand in the choice of animals, and stay in it when a place, and then another animal, is chosen', async () => {
  const lists: Readonly<Record<string, unknown>> = {
    '/api/animals': [ewe, lamb, ram],
    '/api/animal-states': [{ animalId: ewe.id, placeId: 'mill', groupIds: [], withdrawals: [], due: [], weanedOn: null }],
    '/api/places': ['Mill', 'Hill'].map((name) => ({ id: name.toLowerCase(), name, archivedAt: null })),
  };
  vi.stubGlobal('fetch', async (url: string) => Response.json(lists[url.split('?')[0] ?? ''] ?? []));
  showPart(() => <NewWorkForm work="move" herd={[ewe, lamb, ram]} lastUses={[]} products={[]} stock={new Map()} />);
  const press = async (name: string, role = 'radio') => userEvent.click(await screen.findByRole(role, { name }));
  await press('Hill');
  await press('Mill 1');
  await press('Move it too', 'button');
  await screen.findByRole('radio', { name: 'Choose… 2', checked: true });
  await press('Mill 1');
  await press('Choose… 2');
  await screen.findByText('2 selected');
  await userEvent.type(screen.getByLabelText('Animals'), '13{Enter}');
  await screen.findByText('3 selected');
  expect(screen.getByRole('button', { name: 'Move 3 sheep' })).toBeTruthy();
});

test('what was chosen is there again, but not for animals that another page hands over', async () => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  function Page() {
    const given = useRouterState({ select: ({ location }) => location.state.animalIds });
    return <NewWorkForm key={String(given)} work="treat" herd={[ewe, ram]} lastUses={[]} products={[]} stock={new Map()} />;
  }
  showPart(Page);
  await userEvent.click(await screen.findByRole('radio', { name: 'All 2' }));
  cleanup();
  const { router } = showPart(Page);
  await screen.findByRole('radio', { name: 'All 2', checked: true });
  screen.getByText('You typed this before and have not saved it');
  router.history.push('/', { animalIds: [ram.id] });
  await screen.findByRole('radio', { name: 'Chosen 1', checked: true });
  expect(screen.queryByText('You typed this before and have not saved it')).toBeNull();
});

test('animals that were chosen elsewhere and cannot be weaned are left out with the reason', async () => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  const { router } = showPart(() => {
    const given = useRouterState({ select: ({ location }) => location.state.animalIds });
    const old = { birthDate: addDays(today(), -900) };
    const herd = [{ ...ewe, ...old }, lamb, { ...ram, ...old }];
    return <NewWorkForm key={String(given)} work="wean" herd={herd} lastUses={[]} products={[]} stock={new Map()} />;
  });
  router.history.push('/', { animalIds: [ewe.id, lamb.id, ram.id] });
  await screen.findByText('2 of the 3 you chose are left out: only young that are not weaned yet can be entered here.');
  expect(screen.getByRole<HTMLButtonElement>('radio', { name: 'Chosen 1', checked: true })).toBeTruthy();
  router.history.push('/', { animalIds: [ewe.id] });
  await screen.findByText(/^1 of the 1 you chose is left out/);
});

test('a move begins with the place and the earlier day that another page hands over', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.startsWith('/api/places') ? [{ id: 'mill', name: 'Mill Field', archivedAt: null }] : []),
  );
  const { router } = showPart(() => {
    const given = useRouterState({ select: ({ location }) => location.state.move });
    return <NewWorkForm key={given?.day} work="move" herd={[ewe]} lastUses={[]} products={[]} stock={new Map()} />;
  });
  const day = addDays(today(), -1);
  router.history.push('/', { animalIds: [ewe.id], move: { placeId: 'mill', groupId: null, day } });
  expect((await screen.findByLabelText<HTMLInputElement>('Day')).value).toBe(day);
  await waitFor(() => expect(screen.getByLabelText('Place').textContent).toBe('Mill Field'));
  expect(screen.getByRole('button', { name: 'Move 1 ewe' })).toBeTruthy();
});

test('the draft of another day is deleted', async () => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  const Page = () => <NewWorkForm work="treat" herd={[ewe, ram]} lastUses={[]} products={[]} stock={new Map()} />;
  showPart(Page);
  await userEvent.click(await screen.findByRole('radio', { name: 'All 2' }));
  expect(hasDrafts(null)).toBe(true);
  cleanup();
  vi.useFakeTimers({ now: Date.now() + 86_400_000, toFake: ['Date'] });
  showPart(Page);
  await screen.findByRole('radio', { name: 'All 2', checked: false });
  expect(hasDrafts(null)).toBe(false);
});

test('an animal that has left since it was chosen is not counted', async () => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  const page = (herd: readonly Animal[]) => () => (
    <NewWorkForm work="treat" herd={herd} lastUses={[]} products={[]} stock={new Map()} />
  );
  showPart(page([ewe, ram]));
  await userEvent.click(await screen.findByRole('radio', { name: /^Choose/ }));
  for (const tag of ['11', '13']) {
    await userEvent.clear(screen.getByLabelText('Animals'));
    await userEvent.type(screen.getByLabelText('Animals'), `${tag}{Enter}`);
  }
  await screen.findByRole('radio', { name: 'Choose… 2' });
  cleanup();
  showPart(page([ewe, { ...ram, status: 'sold' }]));
  await screen.findByRole('radio', { name: 'Choose… 1', checked: true });
  expect(screen.queryByText(/had it/)).toBeNull();
});
