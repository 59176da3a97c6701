import { cleanup, renderHook, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { showPages } from '#test/show-pages.tsx';
import { recordedEvent } from '#test/any-event.ts';
import { buildAnimal } from '#test/build-animal.ts';
import type { Animal } from '#contract/animals.ts';
import type { AnimalSummary, RecordedEvent } from '#contract/events.ts';
import { addDays } from '#domain/values/dates.ts';
import { changeForm } from '#web/herd/requested-forms.ts';
import { dayText } from '#web/herd/day-text.ts';
import { today } from '#web/lib/text/today.ts';
import { findDraft, storeDraft } from '#web/lib/forms/drafts.ts';
import { requestForm } from '#web/lib/forms/open-form.ts';
import { useToasts } from '#web/lib/use-toast.ts';
import { useListedAnimals } from '#web/herd/list/listed-animals.ts';
import { factsOf } from './animal-facts.tsx';
import { AnimalPage } from './animal.page.tsx';
import { readAnimalSearch } from './animal-search.ts';

const id = '018f2b6e-7c1a-7c3e-8a55-0242ac120002';
const dam = buildAnimal({ id: 'dam', tagNumber: 'D-1', name: 'Bella' });
const kid = buildAnimal({ id: 'kid', tagNumber: 'K-1', motherId: id, birthDate: addDays(today(), -300) });
const doe = buildAnimal({ id, tagNumber: 'A-7', name: 'Maple', motherId: dam.id, birthDate: '2024-03-01' });

const owner = { id: 'ada', farmId: 'oak', username: 'ada', farmRole: 'owner' };
const draftsOfOwner = `${owner.id} ${owner.farmId}`;

const noSummary: AnimalSummary = {
  checkedOn: null,
  lastWeightGrams: null,
  lastWeightDay: null,
  gainGramsPerDay: null,
  gainDays: null,
  withdrawals: [],
  checkupMedicineOn: null,
  place: null,
  groups: [],
  due: [],
};

const sent: { url: string; body: unknown }[] = [];

afterEach(() => {
  [matings, exposures, groups] = [[], [], []];
  status = 'active';
  sent.length = 0;
});

let matings: readonly object[] = [];
let exposures: readonly object[] = [];
let groups: readonly object[] = [];
let status: Animal['status'] = 'active';

async function open(
  events: readonly RecordedEvent[],
  summary: Partial<AnimalSummary> = {},
  address = `/animals/${id}`,
  user?: object,
) {
  const answers: Readonly<Record<string, unknown>> = {
    '/api/animals': [{ ...doe, status }, kid],
    '/api/animal-states': [],
    '/api/breeding-records': matings,
    '/api/exposures': exposures,
    '/api/groups': groups,
    '/api/reference-animals': [{ ...dam, isReference: true }],
    [`/api/animals/${id}/summary`]: { ...noSummary, ...summary },
    [`/api/events?animalId=${id}&includeVoided=true`]: events,
  };
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (typeof body === 'string') {
      sent.push({ url, body: JSON.parse(body) as unknown });
      return Response.json(events[0]);
    }
    const ofCare = url.startsWith('/api/events?') && url.includes('kind=treatment%2Cscores') ? events : [];
    const answer = answers[url] ?? (url.startsWith('/api/events?') ? ofCare : undefined);
    return answer === undefined ? Response.json({ code: 'route.not_found' }, { status: 404 }) : Response.json(answer);
  });
  showPages({ '/animals/$id': { component: AnimalPage, validateSearch: readAnimalSearch } }, address, user);
  await screen.findByRole('heading', { level: 1 });
}

const entry = (title: string) => screen.findByRole('article', { name: title });

test('the page says who the animal is, what is true now, and who its dam and young are', async () => {
  await open([], {
    lastWeightGrams: 67_132,
    lastWeightDay: '2026-05-01',
    gainGramsPerDay: -100,
    gainDays: 20,
    withdrawals: [{ product: 'meat', clearOn: null, notRecordedOn: null }],
  });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('A-7Maple');
  await screen.findByText('No meat until the course has ended');
  await screen.findByText('148 lbs');
  expect(screen.getByText('Gain over 20 days').nextElementSibling?.textContent).toBe('−0.22 lbs/day');
  const family = screen.getByRole('region', { name: 'Family' });
  expect(
    within(family)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['DamD-1Bella', 'Doe kidK-1']);
  await screen.findByText('Nothing is recorded yet. Start with a weight or a note.');
});

const matedBefore = (days: number) => ({
  id: 'm',
  motherId: id,
  fatherId: 'buck',
  outcome: 'pending',
  offspringIds: [],
  expectedDueDate: null,
  actualBirthDate: null,
  breedingDate: addDays(today(), -days),
});

test('what is next for a female that was mated is her birth, with its window if the day of the mating is not known', async () => {
  matings = [matedBefore(100)];
  await open([]);
  const due = await screen.findByText('Kidding due');
  expect(due.nextElementSibling?.textContent).toBe(dayText(addDays(today(), 50), today()));
  cleanup();
  const exposure = { id: 'e', name: 'Main', maleIds: ['buck', 'other'], femaleIds: [id], groupId: null, archivedAt: null };
  [matings, exposures] = [[], [{ ...exposure, inDay: addDays(today(), -100), outDay: addDays(today(), -90) }]];
  await open([]);
  const window = [addDays(today(), 45), addDays(today(), 65)].map((day) => dayText(day, today())).join(' to ');
  expect((await screen.findByText('Kidding due')).nextElementSibling?.textContent).toBe(window);
});

test('a female that is overdue is shown with the end of her window, from which the days are counted', async () => {
  matings = [matedBefore(160)];
  await open([]);
  const due = await screen.findByText('Kidding, 5 days overdue');
  expect(due.nextElementSibling?.textContent).toBe(`Until ${dayText(addDays(today(), -5), today())}`);
});

test('no rule holds for an animal that has left', async () => {
  status = 'sold';
  groups = [{ id: 'females', name: 'Females', rule: { sex: 'female' }, archivedAt: null }];
  await open([]);
  expect((await screen.findByText('Place')).nextElementSibling?.textContent).toBe('Not recorded');
  expect(screen.getByText('Not yet looked at')).toBeTruthy();
});

test('from a list, the page leads on to the animals beside it', async () => {
  renderHook(() => useListedAnimals([{ id: 'first' }, { id }, kid]));
  await open([]);
  const ways = within(screen.getByRole('navigation', { name: 'Animals of the list' }));
  expect(ways.getByText('2 of 3')).toBeDefined();
  expect(ways.getByRole('link', { name: 'Previous animal' }).getAttribute('href')).toBe('/animals/first');
  await userEvent.click(ways.getByRole('link', { name: 'Next animal' }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('K-1'));
  expect(screen.queryByRole('link', { name: 'Next animal' })).toBeNull();
});

test('what the journal says of place and dates is shown once it is known', async () => {
  await open([], {
    place: { id: 'p', name: 'Long Acre' },
    due: [{ kind: 'vaccination', label: 'CD&T', day: '2020-05-01', eventId: 'e', eventDay: '2019-05-01' }],
  });
  expect((await screen.findByText('Place')).nextElementSibling?.textContent).toBe('Long Acre');
  expect(screen.getByText(/^Overdue since Fri, May 1, 2020$/).nextElementSibling?.textContent).toBe('CD&T');
  expect(screen.getByText('Weight').nextElementSibling?.textContent).toBe('Not weighed yet');
});

test('a weight at weaning whose day is not known is shown as that, and not as none', () => {
  const summary = {
    lastWeightGrams: null,
    lastWeightDay: null,
    gainDays: null,
    gainGramsPerDay: null,
    place: null,
    groups: [],
    due: [],
  };
  const atBirth = { ...summary, lastWeightGrams: 3600, lastWeightDay: '2024-03-01' };
  for (const known of [summary, atBirth]) {
    const weaned = { ...doe, birthDate: '2024-03-01', weaningWeightGrams: 20_412 };
    const facts = factsOf(weaned, known as never, today(), undefined);
    expect(facts[0]).toEqual({ label: 'Weight at weaning, day not recorded', value: '45 lbs' });
  }
});

test('a birth that may come before the next booster is what comes next', () => {
  const now = '2026-02-01';
  const window = { from: 145, to: 170 };
  const pregnancy = { species: 'goat', bredOn: '2025-09-17', bredUntil: '2025-10-02', due: '2026-02-14', window, daysOver: 0 };
  const due = [{ kind: 'vaccination', label: 'CD&T', day: '2026-02-10' }];
  const facts = factsOf(doe, { ...noSummary, due } as never, now, pregnancy as never);
  expect(facts.at(-1)).toMatchObject({ label: 'Kidding due' });
});

test('an entry that was changed shows what it was before, and one that was undone says so and cannot be undone again', async () => {
  const first = recordedEvent({ kind: 'weighing', weightGrams: 4536 }, { voidedAt: '2026-06-01T09:00:00.000Z' });
  const second = recordedEvent({ kind: 'weighing', weightGrams: 45_359 }, { replacesId: first.id });
  const undone = recordedEvent(
    { kind: 'hooves' },
    { voidedAt: '2026-06-01T09:00:00.000Z', voidedBy: 'Bob', voidReason: 'wrong goat' },
  );
  await open([second, first, undone]);
  const changed = await entry('100 lbs');
  expect(within(changed).getByText('10 lbs').localName).toBe('del');
  within(changed).getByRole('button', { name: 'Change 100 lbs' });
  const gone = await entry('Hooves trimmed');
  expect(gone.textContent).toContain('undone by Bob (wrong goat)');
  expect(within(gone).queryAllByRole('button')).toEqual([]);
  expect(screen.getAllByRole('article')).toHaveLength(2);
});

test('the filter of the address leaves the other kinds out', async () => {
  await open(
    [recordedEvent({ kind: 'weighing', weightGrams: 45_359 }), recordedEvent({ kind: 'heat' })],
    {},
    `/animals/${id}?show=breeding`,
  );
  await entry('Heat');
  expect(screen.queryByRole('article', { name: '100 lbs' })).toBeNull();
  const filters = within(screen.getByRole('navigation', { name: 'Filter the journal' })).getAllByRole('link');
  expect(filters.map(({ textContent }) => textContent)).toEqual(['All', 'Weights', 'Breeding']);
  expect(filters.filter((link) => link.getAttribute('aria-current') === 'page').map(({ textContent }) => textContent)).toEqual([
    'Breeding',
  ]);
});

test('a fresh entry is undone at once, with the version that was seen', async () => {
  const fresh = recordedEvent({ kind: 'heat', createdAt: new Date().toISOString() }, { version: 3 });
  await open([fresh]);
  await userEvent.click(within(await entry('Heat')).getByRole('button', { name: 'Undo Heat' }));
  await waitFor(() => expect(sent).toEqual([{ url: `/api/events/${fresh.id}/void`, body: { version: 3 } }]));
});

test('an older entry is undone after asking, with a reason', async () => {
  const old = recordedEvent({ kind: 'heat', createdAt: '2026-01-01T00:00:00.000Z' });
  await open([old]);
  await userEvent.click(within(await entry('Heat')).getByRole('button', { name: 'Undo Heat' }));
  const dialog = await screen.findByRole('dialog', { name: 'Undo this entry?' });
  await userEvent.type(await within(dialog).findByLabelText('Reason'), 'wrong goat');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent).toEqual([{ url: `/api/events/${old.id}/void`, body: { version: 1, reason: 'wrong goat' } }]));
});

test('an address of no animal of the farm says so', async () => {
  await open([], {}, '/animals/018f2b6e-7c1a-7c3e-8a55-0242ac12ffff');
  await screen.findByText('This animal is not on your farm.');
  expect(screen.queryAllByRole('article')).toEqual([]);
});

test('the next dose of a course is given with a tap, and the course can be ended early', async () => {
  const dose = recordedEvent({
    kind: 'treatment',
    animalId: id,
    day: '2026-05-01',
    productName: 'Penicillin',
    dose: 2,
    courseOpen: true,
    doses: 3,
    everyDays: 1,
    withdrawals: [{ product: 'meat', days: 10 }],
  });
  await open([dose]);
  await screen.findByText(/^Dose 2 of 3 overdue since Sat, May 2/);
  await userEvent.click(screen.getByRole('button', { name: 'Dose given' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    url: '/api/events',
    body: { events: [{ kind: 'treatment', animalId: id, productName: 'Penicillin', dose: 2, courseOpen: true, doses: 3 }] },
  });
  await userEvent.click(screen.getByRole('button', { name: 'No more doses' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({
    url: `/api/events/${dose.id}/replace`,
    body: { courseOpen: false, day: '2026-05-01', withdrawals: [{ product: 'meat', days: 10 }], version: 1 },
  });
});

test.each([
  ['active', 1],
  ['died', 0],
] as const)('the withdrawal of a checkup is called not recorded only of an active animal: %s', async (given, times) => {
  status = given;
  await open([], { checkupMedicineOn: today() });
  await screen.findByRole('heading', { name: /^Journal/ });
  expect(screen.queryAllByText(/^Withdrawal not recorded for what was given at the checkup/)).toHaveLength(times);
});

/** Leaves the form with Escape and returns to it by the toast, whose title is the answer. */
async function leaveAndReturn() {
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [kept] = renderHook(useToasts).result.current;
  if (kept?.action && 'onPress' in kept.action) kept.action.onPress();
  return kept?.title;
}

test('what is typed about an animal and left with Escape is kept for a moment, and a toast leads back to it', async () => {
  await open([recordedEvent({ kind: 'heat' })], {}, `/animals/${id}`, owner);
  await userEvent.click(await screen.findByRole('button', { name: 'Note' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), 'Limps');
  expect(await leaveAndReturn()).toBe('Note not saved');
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Note' })).value).toBe('Limps');
});

test('where the changed entry is gone, continuing it says so and removes what was typed', async () => {
  const form = `${changeForm(id)}gone`;
  storeDraft(draftsOfOwner, form, { values: { note: 'Limps a lot' } });
  requestForm(form);
  const toasts = renderHook(useToasts).result;
  await open([recordedEvent({ kind: 'heat' })], {}, `/animals/${id}`, owner);
  await waitFor(() => expect(toasts.current[0]?.description).toBe('This entry has been deleted elsewhere.'));
  expect(findDraft(draftsOfOwner, form)).toBeUndefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});
