import { ago, fakeApi, fireEvent, press, refusal, screen, showPages, userEvent, waitFor, within } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import { recordedEvent } from '#test/any-event.ts';
import { buildAnimal, idOf } from '#test/build-animal.ts';
import { today } from '#web/lib/text/today.ts';
import { BirthPage } from './birth.page.tsx';
import { BirthsPage } from './births.page.tsx';
import { parseBirthSearch, parseBirthsSearch } from './births-search.ts';

const goat = (n: number, tagNumber: string, rest: object = {}) =>
  buildAnimal({ species: 'goat', birthDate: '2024-03-01', id: idOf(n), tagNumber, name: null, ...rest });
const maple = goat(1, 'A-7', { name: 'Maple' });
const ivy = goat(2, 'A-8');
const max = goat(3, 'B-1', { sex: 'male' });
const rex = goat(4, 'B-2', { name: 'Rex', sex: 'male' });
const kid = goat(5, 'K-9', { motherId: maple.id, birthDate: ago(400) });
const pearl = goat(6, 'A-61', { status: 'died' });

const pending = { expectedDueDate: null, actualBirthDate: null, outcome: 'pending', offspringIds: [], notes: null };
const mating = (motherId: string, fatherId: string, day: number) => {
  const bred = { id: `${motherId} ${fatherId}`, motherId, fatherId, breedingDate: ago(day) };
  return { ...bred, ...pending };
};
const stillborn = { sex: 'male', state: 'stillborn' };
const birth = (animalId: string, days: number, young: readonly object[] = [stillborn]) =>
  recordedEvent({ kind: 'birth', animalId, day: ago(days), young });

const user = { farmId: idOf(0), subscriptionPlan: 'basic', subscriptionStatus: 'active', animalLimit: 50 };
const recorded = () => Response.json({ events: [recordedEvent({ kind: 'birth', young: [stillborn] })] }, { status: 201 });

async function open(address: string, lists: Readonly<Record<string, unknown>> = {}, answer = recorded) {
  const state = { withdrawals: [], weanedOn: null, left: null, due: [] };
  const reads = {
    '/api/animals': [maple, ivy, max, rex, kid, pearl],
    '/api/animal-states': [{ animalId: maple.id, placeId: 'pen', groupIds: ['group'], ...state }],
    '/api/places': [{ id: 'pen', name: 'Pen 1', archivedAt: null }],
    '/api/groups': [{ id: 'group', name: 'First kidders', rule: {}, archivedAt: null }],
    '/api/auth/me': user,
    ...lists,
  };
  const sent = fakeApi(reads, answer);
  const pages = {
    '/births': { validateSearch: parseBirthsSearch, component: BirthsPage },
    '/births/new': { validateSearch: parseBirthSearch, component: BirthPage },
  };
  showPages(pages, address);
  await screen.findByRole('heading', { level: 1 });
  return () => sent.map(([, body]) => body as { knownBirthDays?: string[] });
}

const listed = async (name: RegExp) => within(await screen.findByRole('region', { name }));
const setDay = (day: string) => fireEvent.change(screen.getByLabelText('Day'), { target: { value: day } });

async function enter(sex: string): Promise<void> {
  await press('1', 'radio');
  await userEvent.click(within(screen.getByRole('group', { name: 'Kid' })).getByRole('radio', { name: sex }));
}
async function saveBuck(): Promise<void> {
  await enter('Buck');
  await press('Save 1 kid');
}

test('who may only look is offered no birth: a row opens the animal', async () => {
  const reads = { '/api/auth/me': { ...user, farmRole: 'viewer' }, '/api/breeding-records': [mating(maple.id, max.id, 151)] };
  await open('/births', reads);
  const now = await listed(/^Today/);
  await waitFor(() => expect(now.getByRole('link').getAttribute('href')).toBe(`/animals/${maple.id}`));
  expect(screen.queryByRole('link', { name: 'Record birth' })).toBeNull();
});

test('young that wait for room in the plan are counted with the way to the plans, and listed with tag and sex', async () => {
  const waits = { state: 'alive', waits: true };
  const young = [
    { sex: 'male', tagNumber: 'A-90', ...waits },
    { sex: 'female', ...waits },
  ];
  await open('/births', { '/api/auth/me': { ...user, animalLimit: 5 }, '/api/events': [birth(maple.id, 0, young)] });
  await screen.findByText('2 young wait for room in your plan');
  expect(screen.getByRole('link', { name: 'Upgrade Plan' }).getAttribute('href')).toBe('/choose-plan');
  await press(/^Born/, 'link');
  const waiting = (await listed(/^Born today/)).getAllByText(/waits for room in your plan/);
  expect(waiting.map(({ textContent }) => textContent).join('|')).toMatch(/^.*A-90.*Buck kid.*\|Doe kid/);
});

test('a birth of the day that is recorded already is said, and a save names all that make another one impossible', async () => {
  const of = (motherId: string, n: number, days: number) => goat(n, `N-${n}`, { motherId, birthDate: ago(days) });
  const bodies = await open(`/births/new?dam=${ivy.id}`, {
    '/api/animals': [ivy, maple, of(ivy.id, 7, 650), of(ivy.id, 8, 610), of(maple.id, 9, 605)],
    '/api/events': [600, 650, 900].map((days) => birth(ivy.id, days)),
  });
  await press(/^Today/);
  setDay(ago(600));
  await screen.findByText('A birth of hers on the same day is recorded already');
  await saveBuck();
  await waitFor(() => expect(bodies()).toMatchObject([{ knownBirthDays: [600, 610, 650].map(ago) }]));
});

const elsewhere = 'A birth of hers is recorded already.';

test.each([
  ['is saved again if it is another one', today(), undefined],
  ['is compared again after its day is corrected', ago(1), []],
])('a birth that was recorded elsewhere meanwhile is said, and %s', async (_, day, known) => {
  const bodies = await open(`/births/new?dam=${ivy.id}`, {}, () => refusal(409, 'record.stale', elsewhere));
  await press(/^Today/);
  await saveBuck();
  await screen.findByText(elsewhere);
  if (day !== today()) setDay(day);
  await press('Save 1 kid');
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(bodies().map(({ knownBirthDays }) => knownBirthDays)).toEqual([[], known]);
});

test('of two possible sires none is proposed, and one may be chosen', async () => {
  const matings = [mating(maple.id, max.id, 150), mating(maple.id, rex.id, 140)];
  const bodies = await open(`/births/new?dam=${maple.id}`, { '/api/breeding-records': matings });
  await enter('Doe');
  await screen.findByText('One of 2 possible sires');
  await press('Choose');
  await press(/^B-2 Rex, mated/, 'radio');
  await press('Save 1 kid');
  await waitFor(() => expect(bodies()).toMatchObject([{ events: [{ sireId: rex.id, sireCertainty: 'certain' }] }]));
});

test('a doe that died is found by her tag, so that the birth of the young she left can be recorded; one after that is warned about', async () => {
  await open('/births/new', { '/api/animal-states': [{ animalId: pearl.id, left: { kind: 'death', day: ago(1) } }] });
  fireEvent.change(await screen.findByLabelText('Last digits of her tag'), { target: { value: '61' } });
  await press(/A- ?61.*Died/, 'link');
  await screen.findByText('How many kids?');
  expect((await screen.findByText(/^A-61: died /)).closest('[aria-live]')).not.toBeNull();
});
