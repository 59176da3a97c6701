import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { addDays } from '#domain/dates.ts';
import { createQueryClient } from '#web/lib/query.ts';
import { today } from '#web/lib/today.ts';
import { Today } from './today.tsx';

const on = (days: number) => addDays(today(), days);
const ewes = ['E-1', 'E-2', 'E-3'].map((tagNumber) => buildAnimal({ id: tagNumber, tagNumber, species: 'sheep', name: null }));
const mated = (motherId: string, day: number) => ({
  id: motherId,
  motherId,
  fatherId: 'R-1',
  breedingDate: on(-day),
  expectedDueDate: null,
  outcome: 'pending',
});
const booster = (animalId: string, days: number) => ({
  animalId,
  withdrawals: [],
  nextDue: { kind: 'vaccination', label: 'CD&T', day: on(days) },
});

afterEach(() => vi.unstubAllGlobals());

function show(lists: Readonly<Record<string, readonly object[]>>) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const [path = '', query = ''] = url.split('?');
    asked.push(path);
    return Response.json(lists[`${path}?${query.split('&')[0]}`] ?? lists[path] ?? []);
  });
  const router = createRouter({
    routeTree: createRootRoute({ component: Today, staticData: { access: 'anyone' } }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const { baseElement: view } = render(
    <QueryClientProvider client={createQueryClient(() => {})}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { asked, view };
}

test('on a quiet day one sentence says so', async () => {
  show({ '/api/animals': ewes });
  expect(await screen.findByText('Nothing is due in the next seven days.')).toBeDefined();
});

test('a farm without animals does not see it', async () => {
  const { asked, view } = show({});
  await waitFor(() => expect(asked).toContain('/api/events'));
  await waitFor(() => expect(view.textContent).toBe(''));
});

test('each line opens the place where it is done; what is alike is one line that lists its animals', async () => {
  show({
    '/api/animals': ewes,
    '/api/breeding-records': [mated('E-1', 154), mated('E-2', 146), mated('E-3', 145)],
    '/api/animal-states': [booster('E-2', 0), booster('E-3', 0)],
  });
  const part = async (name: RegExp) => within(await screen.findByRole('region', { name }));
  const late = await part(/^Overdue/);
  expect(late.getByRole('link', { name: /E-1/ }).getAttribute('href')).toBe('/births/new?dam=E-1');
  late.getByText(/^2 days over/);
  const now = await part(/^Today/);
  await userEvent.click(now.getByText('2 × CD&T'));
  expect(now.getByRole('link', { name: 'E-3' }).getAttribute('href')).toBe('/animals/E-3');
  const week = await part(/^This week/);
  expect(week.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toMatchObject([
    [expect.stringContaining('tomorrow'), '/births'],
    [expect.stringContaining('in 2 days'), '/births'],
  ]);
});

test('doses of a course that are due are given with one tap for all animals', async () => {
  const dose = (animalId: string) => ({
    id: `${animalId} 1`,
    kind: 'treatment',
    animalId,
    day: on(-1),
    time: null,
    createdAt: '',
    productId: null,
    productName: 'Penicillin',
    courseOpen: true,
    doses: 3,
    everyDays: 1,
    withdrawals: [],
  });
  const { asked } = show({ '/api/animals': ewes, '/api/events?kind=treatment': [dose('E-1'), dose('E-2')] });
  const due = within(await screen.findByRole('region', { name: /^Doses due/ }));
  due.getByText('2 × Penicillin');
  due.getByText('dose 2 of 3');
  expect(screen.queryByText('Nothing is due in the next seven days.')).toBeNull();
  asked.length = 0;
  await userEvent.click(due.getByRole('button', { name: 'Given: Penicillin' }));
  await waitFor(() => expect(asked).toContain('/api/events'));
});
