import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { showPages } from '#test/show-pages.tsx';
import { recordedEvent } from '#test/any-event.ts';
import { buildAnimal, idOf } from '#test/build-animal.ts';
import type { RecordedEvent } from '#contract/events.ts';
import { addDays } from '#domain/values/dates.ts';
import { today } from '#web/lib/text/today.ts';
import { BirthPage } from './birth.page.tsx';
import { BirthsPage } from './births.page.tsx';
import { parseBirthSearch, parseBirthsSearch } from './births-search.ts';

const goat = { species: 'goat', birthDate: '2024-03-01' } as const;
const maple = buildAnimal({ ...goat, id: idOf(1), tagNumber: 'A-7', name: 'Maple' });
const ivy = buildAnimal({ ...goat, id: idOf(2), tagNumber: 'A-8', name: 'Ivy' });
const max = buildAnimal({ ...goat, id: idOf(3), tagNumber: 'B-1', name: 'Max', sex: 'male' });
const rex = buildAnimal({ ...goat, id: idOf(4), tagNumber: 'B-2', name: 'Rex', sex: 'male' });
const kid = buildAnimal({ ...goat, id: idOf(5), tagNumber: 'K-9', motherId: maple.id, birthDate: addDays(today(), -400) });
const pearl = buildAnimal({ ...goat, id: idOf(6), tagNumber: 'A-61', name: 'Pearl', status: 'died' });

const mating = (motherId: string, fatherId: string, day: number) => ({
  id: `${motherId} ${fatherId}`,
  motherId,
  fatherId,
  breedingDate: addDays(today(), -day),
  expectedDueDate: null,
  actualBirthDate: null,
  outcome: 'pending',
  offspringIds: [],
  notes: null,
});

const user = { farmId: idOf(0), subscriptionPlan: 'basic', subscriptionStatus: 'active' };

const sent: unknown[] = [];
let answer: () => Response;

afterEach(() => {
  sent.length = 0;
});

/** Of a list whose answer never comes. */
const unread = Symbol('unread');

interface Lists extends Readonly<Record<string, unknown>> {
  readonly '/api/events'?: readonly RecordedEvent[] | typeof unread;
}

const isAskedFor = ({ kind, animalId, day }: RecordedEvent, query: URLSearchParams): boolean =>
  (query.get('kind')?.split(',').includes(kind) ?? true) &&
  (query.get('animalId') ?? animalId) === animalId &&
  day >= (query.get('from') ?? '');

async function open(address: string, matings: readonly object[], more: Lists = {}) {
  const lists: Lists = {
    '/api/animals': [maple, ivy, max, rex, kid, pearl],
    '/api/breeding-records': matings,
    '/api/animal-states': [
      { animalId: maple.id, placeId: 'pen', groupIds: ['group'], withdrawals: [], weanedOn: null, left: null, due: [] },
    ],
    '/api/places': [{ id: 'pen', name: 'Pen 1', archivedAt: null }],
    '/api/events': [
      recordedEvent({ kind: 'pregnancyCheck', animalId: maple.id, day: addDays(today(), -80), result: 'pregnant', count: 2 }),
    ],
    '/api/groups': [{ id: 'group', name: 'First kidders', rule: {}, archivedAt: null }],
    '/api/auth/me': { ...user, animalLimit: 50 },
    ...more,
  };
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (typeof body === 'string') {
      sent.push(JSON.parse(body));
      return answer();
    }
    const [path = '', query] = url.split('?');
    if (lists[path] === unread) return new Promise<never>(() => {});
    const { '/api/events': events } = lists;
    if (path !== '/api/events' || !Array.isArray(events)) return Response.json(lists[path] ?? []);
    return Response.json(events.filter((event) => isAskedFor(event, new URLSearchParams(query))));
  });
  const pages = {
    '/births': { validateSearch: parseBirthsSearch, component: BirthsPage },
    '/births/new': { validateSearch: parseBirthSearch, component: BirthPage },
  };
  showPages(pages, address);
  await screen.findByRole('heading', { level: 1 });
}

const press = async (name: string | RegExp, role = 'button') => userEvent.click(await screen.findByRole(role, { name }));

async function saveBuck(): Promise<void> {
  await press('1', 'radio');
  await userEvent.click(within(screen.getByRole('group', { name: 'Kid' })).getByRole('radio', { name: 'Buck' }));
  await press('Save 1 kid');
}

const recorded = () =>
  Response.json({ events: [recordedEvent({ kind: 'birth', young: [{ sex: 'male', state: 'stillborn' }] })] }, { status: 201 });

test('the desk lists who is due with the day, the window and where she is, in the words of the one species', async () => {
  await open('/births', [mating(maple.id, max.id, 151), mating(ivy.id, rex.id, 100)]);
  const now = await screen.findByRole('region', { name: /^Today/ });
  const line = within(now).getByRole('link');
  expect(line.textContent).toContain('A-7Maple');
  expect(line.textContent).toContain('scanned 2 · Pen 1 · First kidders · by B-1');
  expect(line.textContent).toMatch(/until \w+ \d+since \w+ \d+$/);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Births');
  await press('Filter by place and group', 'combobox');
  await press(/^Pen 1/, 'option');
  expect(screen.queryByRole('region', { name: /^Later/ })).toBeNull();
});

test('who may only look is offered no birth: a row opens the animal', async () => {
  await open('/births', [mating(maple.id, max.id, 151)], { '/api/auth/me': { ...user, animalLimit: 50, farmRole: 'viewer' } });
  const now = await screen.findByRole('region', { name: /^Today/ });
  await waitFor(() => expect(within(now).getByRole('link').getAttribute('href')).toBe(`/animals/${maple.id}`));
  expect(screen.queryByRole('link', { name: 'Record birth' })).toBeNull();
});

test('young that wait for room in the plan are counted with the way to the plans, and listed with tag and sex', async () => {
  const young = [
    { sex: 'male', state: 'alive', waits: true, tagNumber: 'A-90' },
    { sex: 'female', state: 'alive', waits: true },
  ];
  await open('/births', [], {
    '/api/auth/me': { ...user, animalLimit: 5 },
    '/api/events': [recordedEvent({ kind: 'birth', animalId: maple.id, day: today(), young })],
  });
  await screen.findByText('2 young wait for room in your plan');
  expect(screen.getByRole('link', { name: 'Upgrade Plan' }).getAttribute('href')).toBe('/choose-plan');
  await press(/^Born/, 'link');
  const born = await screen.findByRole('region', { name: /^Born today/ });
  const waiting = within(born).getAllByText(/waits for room in your plan/);
  expect(waiting.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/A-90.*Buck kid/),
    expect.stringMatching(/^Doe kid/),
  ]);
});

test('a young whose tag another animal has too, and not only one that looks like it, is listed with that', async () => {
  const born = buildAnimal({ ...goat, id: idOf(7), tagNumber: 'K-9', motherId: ivy.id, birthDate: today() });
  const other = buildAnimal({ ...goat, id: idOf(8), tagNumber: 'K-10', motherId: ivy.id, birthDate: today() });
  const young = [born, other].map((each) => ({ id: each.id, sex: 'female', state: 'alive' }));
  await open('/births?show=born', [], {
    '/api/animals': [ivy, kid, buildAnimal({ ...goat, id: idOf(9), tagNumber: 'K10' }), born, other],
    '/api/events': [recordedEvent({ kind: 'birth', animalId: ivy.id, day: today(), young })],
  });
  const lines = await screen.findAllByText(/^Doe kid/);
  expect(lines.map(({ textContent }) => textContent)).toEqual(['Doe kid · another has this tag', 'Doe kid']);
});

test('a birth of the same doe that is recorded already is said before a second one is saved', async () => {
  const young = [{ sex: 'male', state: 'stillborn' }];
  await open(`/births/new?dam=${maple.id}`, [], {
    '/api/events': [recordedEvent({ kind: 'birth', animalId: maple.id, day: today(), young })],
  });
  expect(await screen.findByText('A birth of hers on the same day is recorded already')).toBeTruthy();
});

test('a save names every birth and every young of hers that makes another one impossible, however long ago', async () => {
  answer = recorded;
  const ago = (days: number) => addDays(today(), -days);
  const births = [600, 650, 900].map((days) =>
    recordedEvent({ kind: 'birth', animalId: ivy.id, day: ago(days), young: [{ sex: 'male', state: 'stillborn' }] }),
  );
  const of = (motherId: string, n: number, days: number) => buildAnimal({ ...goat, id: idOf(n), motherId, birthDate: ago(days) });
  await open(`/births/new?dam=${ivy.id}`, [], {
    '/api/animals': [ivy, maple, of(ivy.id, 7, 650), of(ivy.id, 8, 610), of(maple.id, 9, 605)],
    '/api/events': births,
  });
  await press(/^Today/);
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: ago(600) } });
  await screen.findByText('A birth of hers on the same day is recorded already');
  await saveBuck();
  await waitFor(() => expect(sent).toMatchObject([{ knownBirthDays: [600, 610, 650].map(ago) }]));
});

test('a birth that is saved before the others are read names none of them', async () => {
  answer = recorded;
  await open(`/births/new?dam=${ivy.id}`, [], { '/api/events': unread });
  await saveBuck();
  await waitFor(() => expect(sent).toMatchObject([{ knownBirthDays: [] }]));
});

test('a birth that was recorded elsewhere meanwhile is said, and saved again if it is another one', async () => {
  const elsewhere = 'A birth of hers is recorded already.';
  answer = () => Response.json({ code: 'record.stale', message: elsewhere }, { status: 409 });
  await open(`/births/new?dam=${ivy.id}`, []);
  await saveBuck();
  await screen.findByText(elsewhere);
  await press('Save 1 kid');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map((body) => (body as { knownBirthDays?: string[] }).knownBirthDays)).toEqual([[], undefined]);
});

test('of two possible sires none is proposed, and one may be chosen', async () => {
  answer = () => Response.json({ events: [recordedEvent({ kind: 'birth', young: [{ sex: 'male', state: 'alive' }] })] });
  await open(`/births/new?dam=${maple.id}`, [mating(maple.id, max.id, 150), mating(maple.id, rex.id, 140)]);
  await press('1', 'radio');
  await userEvent.click(within(screen.getByRole('group', { name: 'Kid' })).getByRole('radio', { name: 'Doe' }));
  await screen.findByText('One of 2 possible sires');
  await press('Choose');
  await press(/^B-2 Rex, mated/, 'radio');
  await press('Save 1 kid');
  expect(sent).toMatchObject([{ events: [{ sireId: rex.id, sireCertainty: 'certain' }] }]);
});

test('a doe that died is found by her tag, so that the birth of the young she left can be recorded', async () => {
  await open('/births/new', []);
  fireEvent.change(await screen.findByLabelText('Last digits of her tag'), { target: { value: '61' } });
  await press(/A- ?61.*Died/, 'link');
  expect(await screen.findByText('How many kids?')).toBeTruthy();
});

test('a birth on a day after the dam had left is warned about', async () => {
  const left = { kind: 'death', day: addDays(today(), -1) };
  await open(`/births/new?dam=${pearl.id}`, [], { '/api/animal-states': [{ animalId: pearl.id, left }] });
  expect((await screen.findByText(/^A-61: died /)).closest('[aria-live]')).not.toBeNull();
});

test('a birth whose day is corrected after the server has named another one is compared with the others again', async () => {
  answer = () => Response.json({ code: 'record.stale', message: 'A birth of hers is recorded already.' }, { status: 409 });
  await open(`/births/new?dam=${ivy.id}`, []);
  await press(/^Today/);
  await press('1', 'radio');
  await userEvent.click(within(screen.getByRole('group', { name: 'Kid' })).getByRole('radio', { name: 'Buck' }));
  await press('Save 1 kid');
  await screen.findByText('A birth of hers is recorded already.');
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: addDays(today(), -1) } });
  await press('Save 1 kid');
  await waitFor(() => expect(sent).toMatchObject([{ knownBirthDays: [] }, { knownBirthDays: [] }]));
});
