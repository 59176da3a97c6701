import { ago, cleanup, fakeApi, press, renderHook, screen, showPages, userEvent, waitFor, within } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import { recordedEvent } from '#test/any-event.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { buildChore } from '#test/build-chore.ts';
import type { AnimalSummary, RecordedEvent } from '#contract/events.ts';
import { unsetValues } from '#domain/records/fields.ts';
import { productFields } from '#domain/records/product.ts';
import { today } from '#web/lib/text/today.ts';
import { useToasts } from '#web/lib/use-toast.ts';
import { factsOf } from './animal-facts.tsx';
import { AnimalPage } from './animal.page.tsx';
import { readAnimalSearch } from './animal-search.ts';

const productValues = { ...unsetValues(productFields), archivedAt: null, version: 1 };

const id = '018f2b6e-7c1a-7c3e-8a55-0242ac120002';
const dam = buildAnimal({ id: 'dam', tagNumber: 'D-1', name: 'Bella' });
const kid = buildAnimal({ id: 'kid', tagNumber: 'K-1', motherId: id, birthDate: ago(300) });
const doe = buildAnimal({ id, tagNumber: 'A-7', name: 'Maple', motherId: dam.id, birthDate: '2024-03-01' });
const owner = { id: 'ada', farmId: 'oak', username: 'ada', farmRole: 'owner' };

const noWeight = {
  lastWeightGrams: null,
  lastWeightDay: null,
  isLastWeightEstimate: false,
  gainGramsPerDay: null,
  gainDays: null,
};
const nothing = { withdrawals: [], place: null, groups: [], due: [] };
const noSummary: AnimalSummary = { checkedOn: null, ...noWeight, ...nothing };

interface Opened {
  readonly events?: readonly RecordedEvent[];
  readonly summary?: Partial<AnimalSummary>;
  readonly reads?: Readonly<Record<string, unknown>>;
  readonly status?: typeof doe.status;
}

async function open({ events = [], summary, reads, status = 'active' }: Opened = {}) {
  const sent = fakeApi(
    {
      '/api/animals': [{ ...doe, status }, kid],
      '/api/reference-animals': [{ ...dam, isReference: true }],
      [`/api/animals/${id}/summary`]: { ...noSummary, ...summary },
      '/api/events': events,
      ...reads,
    },
    () => events[0],
  );
  showPages({ '/animals/$id': { component: AnimalPage, validateSearch: readAnimalSearch } }, `/animals/${id}`, owner);
  await screen.findByRole('heading', { level: 1 });
  return sent;
}

const entry = async (title: string) => within(await screen.findByRole('article', { name: title }));
const fact = async (label: string) => (await screen.findByText(label)).nextElementSibling?.textContent;

test('one that was slaughtered is not said to have died', async () => {
  const left = { kind: 'slaughter', day: ago(3) };
  await open({
    status: 'died',
    reads: { '/api/animal-states': [{ animalId: id, left, groupIds: [], withdrawals: [], due: [] }] },
  });
  expect(await screen.findByText('Slaughtered')).toBeDefined();
  expect(screen.queryByText('Died')).toBeNull();
});

test('the page says who the animal is, what is true now, and who its dam and young are', async () => {
  const weighed = { lastWeightGrams: 67_132, lastWeightDay: '2026-05-01', gainGramsPerDay: -100, gainDays: 20 };
  const due = [{ kind: 'vaccination' as const, label: 'CD&T', day: '2020-05-01', eventId: 'e', eventDay: '2019-05-01' }];
  const withdrawals = [{ product: 'meat' as const, clearOn: null, notRecordedOn: null }];
  await open({ summary: { ...weighed, withdrawals, place: { id: 'p', name: 'Long Acre' }, due } });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('A-7Maple');
  await screen.findByText('No meat until the course has ended');
  await screen.findByText('148 lbs');
  expect(await fact('Gain over 20 days')).toBe('−0.22 lbs/day');
  expect([await fact('Place'), await fact('Overdue since Fri, May 1, 2020')]).toEqual(['Long Acre', 'CD&T']);
  const family = within(screen.getByRole('region', { name: 'Family' })).getAllByRole('link');
  expect(family.map(({ textContent }) => textContent)).toEqual(['DamD-1Bella', 'Doe kidK-1']);
});

test('what is not recorded is said to be, and no rule of a group holds for an animal that has left', async () => {
  const females = { id: 'females', name: 'Females', rule: { sex: 'female' }, archivedAt: null };
  await open({ status: 'sold', reads: { '/api/groups': [females] } });
  expect([await fact('Place'), await fact('Weight')]).toEqual(['Not recorded', 'Not weighed yet']);
  screen.getByText('Not yet looked at');
  await screen.findByText('Nothing is recorded yet. Start with a weight or a note.');
});

test('a birth that may come before the next booster is what comes next', () => {
  const window = { from: 145, to: 170 };
  const pregnancy = { species: 'goat', bredOn: '2025-09-17', bredUntil: '2025-10-02', due: '2026-02-14', window, daysOver: 0 };
  const due = [{ kind: 'vaccination', label: 'CD&T', day: '2026-02-10' }];
  const facts = factsOf(doe, { ...noSummary, due } as never, '2026-02-01', pregnancy as never);
  expect(facts.at(-1)).toMatchObject({ label: 'Kidding due' });
});

test('a weight at weaning whose day is not known is shown as that, also beside one at birth, and not as none', () => {
  for (const atBirth of [{}, { lastWeightGrams: 3600, lastWeightDay: '2024-03-01' }]) {
    const [first] = factsOf({ ...doe, weaningWeightGrams: 20_412 }, { ...noSummary, ...atBirth }, today(), undefined);
    expect(first).toEqual({ label: 'Weight at weaning, day not recorded', value: '45 lbs' });
  }
});

test('an entry that was changed shows what it was before, and one that was undone says so and cannot be undone again', async () => {
  const voidedAt = '2026-06-01T09:00:00.000Z';
  const first = recordedEvent({ kind: 'weighing', weightGrams: 4536 }, { voidedAt });
  const second = recordedEvent({ kind: 'weighing', weightGrams: 45_359 }, { replacesId: first.id });
  const undone = recordedEvent({ kind: 'hooves' }, { voidedAt, voidedBy: 'Bob', voidReason: 'wrong goat' });
  await open({ events: [second, first, undone] });
  const changed = await entry('100 lbs');
  expect(changed.getByText('10 lbs').localName).toBe('del');
  changed.getByRole('button', { name: 'Change 100 lbs' });
  const gone = await entry('Hooves trimmed');
  gone.getByText(/undone by Bob \(wrong goat\)/);
  expect(gone.queryAllByRole('button')).toEqual([]);
  expect(screen.getAllByRole('article')).toHaveLength(2);
});

test('a fresh entry is undone at once, with the version that was seen, and an older one after asking, with a reason', async () => {
  const fresh = recordedEvent({ kind: 'heat', createdAt: new Date().toISOString() }, { version: 3 });
  const old = recordedEvent({ kind: 'hooves', createdAt: '2026-01-01T00:00:00.000Z' });
  const sent = await open({ events: [fresh, old] });
  await press('Undo Heat');
  await waitFor(() => expect(sent).toEqual([[`POST /api/events/${fresh.id}/void`, { version: 3 }]]));
  await press('Undo Hooves trimmed');
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo this entry?' }));
  await userEvent.type(await dialog.findByLabelText('Reason'), 'wrong goat');
  await userEvent.click(dialog.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent[1]).toEqual([`POST /api/events/${old.id}/void`, { version: 1, reason: 'wrong goat' }]));
});

test('the next dose of a course is given with a tap, and the course can be ended early', async () => {
  const day = '2026-05-01';
  const course = { productName: 'Penicillin', dose: 2, courseOpen: true, doses: 3, everyDays: 1 };
  const withdrawals = [{ product: 'meat', days: 10 }];
  const dose = recordedEvent({ kind: 'treatment', animalId: id, day, ...course, withdrawals });
  const sent = await open({ events: [dose] });
  await screen.findByText(/^Dose 2 of 3 overdue since Sat, May 2/);
  await press('Dose given');
  await waitFor(() => expect(sent).toHaveLength(1));
  await press('No more doses');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toMatchObject([
    ['POST /api/events', { events: [{ kind: 'treatment', animalId: id, ...course }] }],
    [`POST /api/events/${dose.id}/replace`, { courseOpen: false, day, withdrawals, version: 1 }],
  ]);
});

test('an animal that has died has neither doses due nor tasks', async () => {
  const course = { productName: 'Penicillin', courseOpen: true, doses: 3, everyDays: 1 };
  const dose = recordedEvent({ kind: 'treatment', animalId: id, day: '2026-05-01', ...course });
  const reads = { '/api/chores': [buildChore({ name: 'Trim her hooves', day: today(), animalIds: [id] })] };
  await open({ events: [dose], reads });
  await screen.findByRole('button', { name: 'Dose given' });
  await screen.findByText('Trim her hooves');
  cleanup();
  await open({ events: [dose], reads, status: 'died' });
  await screen.findByRole('heading', { name: /^Journal/ });
  expect(screen.queryByRole('button', { name: 'Dose given' })).toBeNull();
  expect(screen.queryByText('Trim her hooves')).toBeNull();
});

test('the dose of the last use is not proposed of a product that is dosed by weight to an animal that was never weighed', async () => {
  const drench = { ...productValues, id: '018f2b6e-7c1a-7c3e-8a55-0242ac120003', name: 'Drench', unit: 'ml' };
  const products = [{ ...drench, doseAmount: 1, doseWeight: 10, doseWeightUnit: 'kg' }];
  const last = recordedEvent({
    kind: 'treatment',
    day: ago(3),
    productId: drench.id,
    productName: 'Drench',
    dose: 5,
  });
  await open({ events: [last], reads: { '/api/products': products, '/api/animal-states': [] } });
  await press('Treat');
  await press('Drench');
  await screen.findByText(/^1 ml per 10 kg; not weighed yet\./);
  expect(screen.getByLabelText<HTMLInputElement>('Dose').value).toBe('');
});

test('of a dead animal nobody is asked for the days of a withdrawal, unless it was slaughtered', async () => {
  const withdrawals: AnimalSummary['withdrawals'] = [{ product: 'meat', clearOn: null, notRecordedOn: today() }];
  for (const [status, asks, kind] of [
    ['active', 1, 'heat'],
    ['died', 0, 'death'],
    ['died', 1, 'slaughter'],
  ] as const) {
    cleanup();
    await open({ status, summary: { withdrawals }, events: [recordedEvent({ kind, animalId: id })] });
    await screen.findByRole('heading', { name: /^Journal/ });
    await waitFor(() => expect([kind, screen.queryAllByText('Withdrawal not recorded').length]).toEqual([kind, asks]));
  }
});

test('what is typed about an animal and left with Escape is kept for a moment, and a toast leads back to it', async () => {
  await open();
  await press('Note');
  const note = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Note' });
  await userEvent.type(await note(), 'Limps');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [toast] = renderHook(useToasts).result.current;
  expect(toast?.title).toBe('Note not saved');
  if (toast?.action && 'onPress' in toast.action) toast.action.onPress();
  expect((await note()).value).toBe('Limps');
});
