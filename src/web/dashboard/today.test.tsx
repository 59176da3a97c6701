import { ago, cleanup, fakeApi, press, screen, showPart, userEvent, waitFor, within } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import type { FarmRole } from '#domain/accounts/members.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { Toasts } from '#web/components/page/toasts.tsx';
import { Today } from './today.tsx';
import { buildChore } from '#test/build-chore.ts';

const on = (days: number) => ago(-days);
const ewe = (tagNumber: string) => buildAnimal({ id: tagNumber, tagNumber, species: 'sheep', name: null });
const ewes = ['E-1', 'E-2', 'E-3'].map(ewe);
const pen = { id: 'pen', name: 'Pen 3', archivedAt: null };

const pending = { expectedDueDate: null, actualBirthDate: null, outcome: 'pending' };
const mated = (motherId: string, day: number) => {
  return { id: motherId, motherId, fatherId: 'R-1', breedingDate: on(-day), ...pending };
};
const exposed = (femaleIds: readonly string[], inDay: number, outDay: number) => {
  const main = { name: 'Main', maleIds: ['ram'], groupId: null, archivedAt: null };
  return { id: `${inDay}`, ...main, femaleIds, inDay: on(inDay), outDay: on(outDay) };
};
const nothing = { groupIds: [], withdrawals: [], weanedOn: null, left: null };
const booster = (animalId: string, days: number) => {
  const due = { kind: 'vaccination', label: 'CD&T', day: on(days), eventId: `${animalId} 0`, eventDay: on(days - 21) };
  return { animalId, placeId: animalId === 'E-1' ? null : 'pen', ...nothing, due: [due] };
};
const chore = {
  ...buildChore({ id: 'c-1', name: 'Mend the fence', day: on(-1), placeId: 'pen' }),
  note: 'Take wire',
  version: 3,
};
const medicine = { productId: null, productName: 'Penicillin', dose: 2, unit: 'ml', batch: null, expiry: null, withdrawals: [] };
const given = (kind: 'treatment' | 'vaccination', animalId: string, day: number, detail: object) => {
  return { id: `${animalId} 0`, kind, animalId, day: on(day), time: null, createdAt: '', ...medicine, ...detail };
};

function show(lists: Readonly<Record<string, readonly object[] | (() => readonly object[])>> = {}, farmRole: FarmRole = 'owner') {
  const sent = fakeApi({ '/api/animals': ewes, '/api/places': [pen], ...lists }, () => ({ ...chore, message: 'Done' }));
  const page = () => (
    <>
      <Today />
      <Toasts onFollow={() => {}} />
    </>
  );
  return { sent, ...showPart(page, { farmRole }) };
}

const part = async (name: RegExp) => within(await screen.findByRole('region', { name }));

test('each line opens the place where it is done, by place; what is alike is one line and one work session', async () => {
  const { router } = show({
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
  const days = (await part(/^This week/)).getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(days).toEqual([expect.stringContaining('tomorrow'), expect.stringContaining('in 2 days')]);
  await userEvent.click(now.getByRole('link', { name: 'One by one' }));
  await waitFor(() => expect(router.state.location.href).toBe('/work/new?do=vaccinate'));
  expect(router.state.location.state.animalIds).toEqual(['E-2', 'E-3']);
});

test('a task is done with one tap', async () => {
  const { sent } = show({ '/api/chores': [chore] });
  await press('Done: Mend the fence');
  const done = { isArchived: true, doneOn: on(0), putOffTo: null, reason: null, version: 3 };
  await waitFor(() => expect(sent).toEqual([['PATCH /api/chores/c-1', done]]));
});

const dose = (animalId: string) => ({
  ...booster(animalId, 0),
  placeId: null,
  due: [{ kind: 'dose', label: 'Penicillin, dose 2 of 3', day: on(0), eventId: `${animalId} 0`, eventDay: on(-1) }],
});
const course = (animalId: string) => given('treatment', animalId, -1, { courseOpen: true, doses: 3, everyDays: 1 });
const vaccinated = (animalId: string) => given('vaccination', animalId, -21, { productName: 'CD&T', nextDueDay: on(0) });
const lamb = (id: string) => ({ ...ewe(id), motherId: 'E-1', birthDate: on(-90) });

test.each<[string, Readonly<Record<string, readonly object[]>>, button: string, animalIds: readonly string[], event: object]>([
  [
    'doses of a course that are due are given to all of its animals',
    { '/api/animal-states': ['E-1', 'E-2'].map(dose), '/api/events': ['E-1', 'E-2'].map(course) },
    'Given: 2 × Penicillin, dose 2 of 3',
    ['E-1', 'E-2'],
    { kind: 'treatment', dose: 2, courseOpen: true },
  ],
  [
    'a booster is given with the product and dose of the vaccination that asks for it',
    { '/api/animal-states': [booster('E-2', 0)], '/api/events': ['E-2', 'E-3'].map(vaccinated) },
    'Given: CD&T · E-2',
    ['E-2'],
    { kind: 'vaccination', productName: 'CD&T', dose: 2, nextDueDay: null },
  ],
  [
    'young are weaned',
    { '/api/animals': [...ewes, lamb('L-1'), lamb('L-2')] },
    'Weaned: Wean · 2 lambs',
    ['L-1', 'L-2'],
    { kind: 'weaning' },
  ],
])('with one tap %s', async (_, lists, button, animalIds, event) => {
  const { sent } = show(lists);
  await press(button);
  await waitFor(() => expect(sent[0]?.[0]).toBe('POST /api/events'));
  expect(sent[0]?.[1]).toMatchObject({ events: animalIds.map((animalId) => ({ ...event, animalId, day: on(0) })) });
});

test.each(['manager', 'worker'] as const)('the papers of a sale are due for those alone who may issue them: %s', async (role) => {
  const sale = { id: 'sale', kind: 'sale', animalId: 'E-1', day: on(-2), buyer: 'Ann Lee', price: 100, createdAt: '' };
  show({ '/api/events': [sale] }, role);
  await screen.findByText(role === 'manager' ? /^Receipt/ : /^Nothing is due/);
  expect(screen.queryAllByRole('heading', { name: /^Papers/ })).toHaveLength(role === 'manager' ? 1 : 0);
});

test('what Today says is put off with a reason for the animals of its line, and taken up again', async () => {
  const subject = `vaccination ${on(0)} CD&T`;
  const putOff = { ...chore, id: 'c-2', name: 'CD&T · E-3', subject, animalIds: ['E-3'], putOffTo: on(4), reason: 'Rain' };
  const { sent } = show({ '/api/animal-states': [booster('E-2', 0), booster('E-3', 0)], '/api/chores': [putOff] });
  const now = await part(/^Today/);
  await userEvent.click(now.getByText('CD&T · E-2'));
  await userEvent.click(now.getByRole('button', { name: 'Put off' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Put off' }));
  await userEvent.click(await dialog.findByRole('radio', { name: 'No time' }));
  await userEvent.click(dialog.getByRole('button', { name: /^Put off to/ }));
  const wanted = { subject, animalIds: ['E-2'], day: on(0), putOffTo: on(1), reason: 'No time' };
  await waitFor(() => expect(sent).toMatchObject([['POST /api/chores', wanted]]));
  await userEvent.click(screen.getByText('Put off', { selector: 'summary' }));
  screen.getByText(/^put off to .*: Rain$/);
  await press('Undo putting off CD&T · E-3');
  await waitFor(() => expect(sent[1]?.[0]).toBe('DELETE /api/chores/c-2'));
});

test('births that may come any day stand under no day, and under no place but their own; others from the day on which they may', async () => {
  show({
    '/api/exposures': [exposed(['E-3'], -172, -130), exposed(['E-1'], -170, -130), exposed(['E-4', 'E-5'], -141, -110)],
    '/api/animals': [...ewes, ewe('E-4'), ewe('E-5')],
    '/api/breeding-records': [mated('E-2', 145)],
    '/api/animal-states': [booster('E-1', 60), { ...booster('E-2', 60), placeId: null }, booster('E-3', 60)],
  });
  const week = (await screen.findByRole('region', { name: /^This week/ })).textContent;
  expect(week).toMatch(/^This week.*E-1.*until.*Pen 3.*E-3.*until.*in 2 days.*E-2.*until/);
  expect(week).toMatch(/in 3 days.*2 ewes may give birth from this day on/);
});

test('a booster that was given elsewhere meanwhile is not given again', async () => {
  const elsewhere = { ...given('vaccination', 'E-2', -1, { productName: 'cd&t', nextDueDay: null }), id: 'elsewhere' };
  const { sent } = show({
    '/api/animal-states': [booster('E-2', 0), booster('E-3', 0)],
    '/api/events': [vaccinated('E-2'), elsewhere, vaccinated('E-3')],
  });
  await press('Given: 2 × CD&T');
  await waitFor(() => expect(sent).toMatchObject([['POST /api/events', { events: [{ animalId: 'E-3' }] }]]));
});

test('a booster is not given to an animal that was sold elsewhere meanwhile', async () => {
  let herd = ewes;
  const { sent } = show({
    '/api/animals': () => herd,
    '/api/animal-states': [booster('E-2', 0), booster('E-3', 0)],
    '/api/events': ['E-2', 'E-3'].map(vaccinated),
  });
  await screen.findByRole('button', { name: 'Given: 2 × CD&T' });
  herd = ewes.map((each) => (each.id === 'E-2' ? { ...each, status: 'sold' as const } : each));
  await press('Given: 2 × CD&T');
  await waitFor(() => expect(sent).toMatchObject([['POST /api/events', { events: [{ animalId: 'E-3' }] }]]));
});

test('a dose that was corrected elsewhere meanwhile is not said to be recorded, and of several only those that were', async () => {
  const showStored = (stored: readonly string[]) =>
    show({ '/api/animal-states': ['E-1', 'E-2'].map(dose), '/api/events': stored.map(course) });
  const { sent } = showStored([]);
  await press('Given: 2 × Penicillin, dose 2 of 3');
  await screen.findByText('No longer due');
  expect(sent).toEqual([]);
  cleanup();
  showStored(['E-1']);
  await press('Given: 2 × Penicillin, dose 2 of 3');
  await screen.findByText(/1 of 2 animals$/);
});
