import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { showPart } from '#test/show-pages.tsx';
import type { FarmRole } from '#domain/accounts/members.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { addDays } from '#domain/values/dates.ts';
import { today } from '#web/lib/text/today.ts';
import { Today } from './today.tsx';
import { buildChore } from '#test/build-chore.ts';

const on = (days: number) => addDays(today(), days);
const ewes = ['E-1', 'E-2', 'E-3'].map((tagNumber) => buildAnimal({ id: tagNumber, tagNumber, species: 'sheep', name: null }));
const mated = (motherId: string, day: number) => ({
  id: motherId,
  motherId,
  fatherId: 'R-1',
  breedingDate: on(-day),
  expectedDueDate: null,
  actualBirthDate: null,
  outcome: 'pending',
});
const booster = (animalId: string, days: number) => ({
  animalId,
  placeId: animalId === 'E-1' ? null : 'pen',
  groupIds: [],
  withdrawals: [],
  weanedOn: null,
  left: null,
  due: [{ kind: 'vaccination', label: 'CD&T', day: on(days), eventId: `${animalId} 0`, eventDay: on(days - 21) }],
});

function show(lists: Readonly<Record<string, readonly object[]>>, farmRole: FarmRole = 'owner') {
  const asked: string[] = [];
  const written: [string, unknown][] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const [path = '', query = ''] = url.split('?');
    if (method !== 'GET' && method !== 'HEAD') {
      written.push([`${method} ${path}`, typeof body === 'string' ? JSON.parse(body) : undefined]);
      return Response.json({ ...chore, message: 'Done' });
    }
    asked.push(path);
    return Response.json(lists[`${path}?${query.split('&')[0]}`] ?? lists[path] ?? []);
  });
  return { asked, written, ...showPart(Today, { farmRole }) };
}

test('on a quiet day one sentence says so and names what can be done', async () => {
  show({ '/api/animals': ewes });
  expect(await screen.findByText(/^Nothing is due in the next seven days\./)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Weigh, treat or count some animals' }).getAttribute('href')).toBe('/work');
});

test('a farm without animals does not see it', async () => {
  const { asked, view } = show({});
  await waitFor(() => expect(asked).toContain('/api/events'));
  await waitFor(() => expect(view.textContent).toBe(''));
});

const part = async (name: RegExp) => within(await screen.findByRole('region', { name }));
const pen = { id: 'pen', name: 'Pen 3', archivedAt: null };

test('each line opens the place where it is done, by place; what is alike is one line and one work session', async () => {
  const { router } = show({
    '/api/animals': ewes,
    '/api/places': [pen],
    '/api/breeding-records': [mated('E-1', 154), mated('E-2', 146), mated('E-3', 145)],
    '/api/animal-states': [booster('E-2', 0), booster('E-3', 0)],
  });
  const late = await part(/^Overdue/);
  expect(late.getByRole('link', { name: 'Record birth: E-1' }).getAttribute('href')).toBe('/births/new?dam=E-1');
  late.getByText(/^2 days overdue/);
  const now = await part(/^Today/);
  now.getByRole('heading', { name: /Pen 3/ });
  await userEvent.click(now.getByText('2 × CD&T'));
  expect(now.getByRole('link', { name: 'E-3' }).getAttribute('href')).toBe('/animals/E-3');
  const week = await part(/^This week/);
  expect(week.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toMatchObject([
    expect.stringContaining('tomorrow'),
    expect.stringContaining('in 2 days'),
  ]);
  await userEvent.click(now.getByRole('link', { name: 'One by one' }));
  await waitFor(() => expect(router.state.location.href).toBe('/work/new?do=vaccinate'));
  expect(router.state.location.state.animalIds).toEqual(['E-2', 'E-3']);
});

test('births that may come any day stand under no day, and under no place but their own', async () => {
  const exposure = { id: 'e', name: 'Main', maleIds: ['ram'], groupId: null, archivedAt: null };
  show({
    '/api/animals': ewes,
    '/api/places': [pen],
    '/api/exposures': [
      { ...exposure, femaleIds: ['E-3'], inDay: on(-172), outDay: on(-130) },
      { ...exposure, id: 'f', femaleIds: ['E-1'], inDay: on(-170), outDay: on(-130) },
    ],
    '/api/breeding-records': [mated('E-2', 145)],
    '/api/animal-states': [booster('E-1', 60), { ...booster('E-2', 60), placeId: null }, booster('E-3', 60)],
  });
  const week = await screen.findByRole('region', { name: /^This week/ });
  expect(week.textContent).toMatch(/^This week.*E-1.*until.*Pen 3.*E-3.*until.*in 2 days.*E-2.*until/);
  expect(within(week).getAllByRole('heading', { level: 3 })).toHaveLength(2);
});

test('births whose window begins this week may be from that day on', async () => {
  const exposure = { id: 'e', name: 'Main', maleIds: ['ram'], groupId: null, archivedAt: null };
  const exposures = [{ ...exposure, femaleIds: ['E-1', 'E-3'], inDay: on(-141), outDay: on(-110) }];
  show({ '/api/animals': ewes, '/api/exposures': exposures });
  expect((await screen.findByRole('region', { name: /^This week/ })).textContent).toMatch(
    /in 3 days.*2 ewes may give birth from this day on/,
  );
});

const chore = {
  ...buildChore({ id: 'c-1', name: 'Mend the fence', day: on(-1), placeId: 'pen' }),
  note: 'Take wire',
  version: 3,
};

test('a task is done with one tap', async () => {
  const { written } = show({ '/api/animals': ewes, '/api/places': [pen], '/api/chores': [chore] });
  await userEvent.click((await part(/^Overdue/)).getByRole('button', { name: 'Done: Mend the fence' }));
  await waitFor(() => expect(written).toHaveLength(1));
  expect(written[0]).toEqual([
    'PATCH /api/chores/c-1',
    { isArchived: true, doneOn: on(0), putOffTo: null, reason: null, version: 3 },
  ]);
});

const given = (kind: 'treatment' | 'vaccination', animalId: string, day: number, detail: object) => ({
  id: `${animalId} 0`,
  kind,
  animalId,
  day: on(day),
  time: null,
  createdAt: '',
  productId: null,
  productName: 'Penicillin',
  dose: 2,
  unit: 'ml',
  batch: null,
  expiry: null,
  withdrawals: [],
  ...detail,
});

test('doses of a course that are due are given with one tap for all animals', async () => {
  const [first, second] = ['E-1', 'E-2'].map((id) => given('treatment', id, -1, { courseOpen: true, doses: 3, everyDays: 1 }));
  const due = (animalId: string) => ({
    ...booster(animalId, 0),
    placeId: null,
    due: [{ kind: 'dose', label: 'Penicillin, dose 2 of 3', day: on(0), eventId: `${animalId} 0`, eventDay: on(-1) }],
  });
  const { written } = show({
    '/api/animals': ewes,
    '/api/animal-states': [due('E-1'), due('E-2')],
    '/api/events?kind=treatment': [first ?? {}, second ?? {}],
  });
  const now = await part(/^Today/);
  await userEvent.click(now.getByRole('button', { name: 'Given: 2 × Penicillin, dose 2 of 3' }));
  await waitFor(() => expect(written[0]?.[0]).toBe('POST /api/events'));
  expect(written[0]?.[1]).toMatchObject({
    events: ['E-1', 'E-2'].map((animalId) => ({ kind: 'treatment', animalId, day: on(0), dose: 2, courseOpen: true })),
  });
});

test('a booster is given with one tap, with the product and dose of the vaccination that asks for it', async () => {
  const { written } = show({
    '/api/animals': ewes,
    '/api/animal-states': [booster('E-2', 0)],
    '/api/events?kind=vaccination': [
      given('vaccination', 'E-2', -21, { productName: 'CD&T', nextDueDay: on(0) }),
      given('vaccination', 'E-3', -21, { productName: 'CD&T', nextDueDay: on(0) }),
    ],
  });
  await userEvent.click((await part(/^Today/)).getByRole('button', { name: 'Given: CD&T · E-2' }));
  await waitFor(() => expect(written[0]?.[0]).toBe('POST /api/events'));
  expect(written[0]?.[1]).toMatchObject({
    events: [{ kind: 'vaccination', animalId: 'E-2', productName: 'CD&T', dose: 2, nextDueDay: null }],
  });
});

test('young are weaned with one tap, or weighed first', async () => {
  const lamb = (id: string) => ({ ...buildAnimal({ id, tagNumber: id, species: 'sheep', motherId: 'E-1', birthDate: on(-90) }) });
  const { written, router } = show({ '/api/animals': [...ewes, lamb('L-1'), lamb('L-2')] });
  const now = await part(/^Today/);
  await userEvent.click(now.getByRole('button', { name: 'Weaned: Wean · 2 lambs' }));
  await waitFor(() => expect(written[0]?.[0]).toBe('POST /api/events'));
  expect(written[0]?.[1]).toMatchObject({
    events: ['L-1', 'L-2'].map((animalId) => ({ kind: 'weaning', animalId, day: on(0) })),
  });
  await userEvent.click(now.getByText('Wean · 2 lambs'));
  await userEvent.click(now.getByRole('link', { name: 'Weigh them' }));
  await waitFor(() => expect(router.state.location.href).toBe('/work/new?do=weighAtWeaning'));
});

test('what Today says is put off with a reason for the animals of its line, and taken up again', async () => {
  const putOff = { ...chore, id: 'c-2', name: 'CD&T · E-3', subject: `vaccination ${on(0)} CD&T`, animalIds: ['E-3'] };
  const { written } = show({
    '/api/animals': ewes,
    '/api/places': [pen],
    '/api/animal-states': [booster('E-2', 0), booster('E-3', 0)],
    '/api/chores': [{ ...putOff, putOffTo: on(4), reason: 'Rain' }],
  });
  const now = await part(/^Today/);
  await userEvent.click(now.getByText('CD&T · E-2'));
  await userEvent.click(now.getByRole('button', { name: 'Put off' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Put off' }));
  await userEvent.click(await dialog.findByRole('radio', { name: 'No time' }));
  await userEvent.click(dialog.getByRole('button', { name: /^Put off to/ }));
  await waitFor(() => expect(written).toHaveLength(1));
  expect(written[0]).toEqual([
    'POST /api/chores',
    expect.objectContaining({ subject: putOff.subject, animalIds: ['E-2'], day: on(0), putOffTo: on(1), reason: 'No time' }),
  ]);
  await userEvent.click(screen.getByText('Put off', { selector: 'summary' }));
  screen.getByText(/^put off to .*: Rain$/);
  await userEvent.click(screen.getByRole('button', { name: 'Undo putting off CD&T · E-3' }));
  await waitFor(() => expect(written[1]).toEqual(['DELETE /api/chores/c-2', undefined]));
});

test('a line that was put off for animals of several days is one line, and is taken up at once', async () => {
  const putOff = { ...chore, name: 'CD&T · 2 ewes', putOffTo: on(4), reason: 'Rain' };
  const { written } = show({
    '/api/animals': ewes,
    '/api/animal-states': [booster('E-2', 0), booster('E-3', 1)],
    '/api/chores': [
      { ...putOff, id: 'c-2', subject: `vaccination ${on(0)} CD&T`, animalIds: ['E-2'] },
      { ...putOff, id: 'c-3', subject: `vaccination ${on(1)} CD&T`, animalIds: ['E-3'] },
    ],
  });
  await userEvent.click(await screen.findByText('Put off', { selector: 'summary' }));
  await userEvent.click(screen.getByRole('button', { name: 'Undo putting off CD&T · 2 ewes' }));
  await waitFor(() => expect(written.map(([request]) => request)).toEqual(['DELETE /api/chores/c-2', 'DELETE /api/chores/c-3']));
});

test('whoever may only look is offered nothing that writes', async () => {
  show({ '/api/animals': ewes, '/api/chores': [chore] }, 'viewer');
  (await part(/^Overdue/)).getByText('Mend the fence');
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('a task says who is responsible, and the tasks of one person are shown alone', async () => {
  const { router } = show({
    '/api/animals': ewes,
    '/api/animal-states': [booster('E-2', 0)],
    '/api/chores': [
      { ...chore, responsible: 'Ann' },
      { ...chore, id: 'c-2', name: 'Oil the gate', responsible: 'Bob' },
    ],
  });
  expect((await part(/^Overdue/)).getByText(/^Ann · /)).toBeDefined();
  await userEvent.click(screen.getByRole('combobox', { name: 'Whose tasks' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Bob' }));
  await waitFor(() => expect(screen.queryByText('Mend the fence')).toBeNull());
  (await part(/^Overdue/)).getByText('Oil the gate');
  expect(screen.queryByRole('region', { name: /^Today/ })).toBeNull();
  expect(router.state.location.search).toEqual({ for: 'Bob' });
});

test('whoever is on the farm is proposed as responsible for a task', async () => {
  const { written } = show({
    '/api/animals': ewes,
    '/api/members': [{ userId: 'u-1', name: 'Ann' }],
    '/api/people': [{ id: 'p-1', name: 'Old Tom' }],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Task' }));
  const field = await screen.findByRole('combobox', { name: /^Responsible/ });
  const proposed = () => [...(document.getElementById(field.getAttribute('list') ?? '')?.children ?? [])];
  await waitFor(() => expect(proposed().map((option) => option.getAttribute('value'))).toEqual(['Ann', 'Old Tom']));
  await userEvent.type(screen.getByLabelText('What needs doing'), 'Trim hooves');
  await userEvent.type(field, 'Old Tom');
  await userEvent.click(screen.getByRole('button', { name: 'Add task' }));
  await waitFor(() => expect(written[0]).toEqual(['POST /api/chores', expect.objectContaining({ responsible: 'Old Tom' })]));
});

const sold = { id: 'sale', kind: 'sale', animalId: 'E-1', day: on(-2), buyer: 'Ann Lee', price: 100, createdAt: '' };

test('papers are not listed for people who may not issue them', async () => {
  const { asked } = show({ '/api/animals': ewes, '/api/events?kind=sale%2Cslaughter': [sold] }, 'worker');
  await screen.findByText(/^Nothing is due/);
  expect(asked).not.toContain('/api/papers');
});
