import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { showPart } from '#test/show-pages.tsx';
import { recordedEvent } from '#test/any-event.ts';
import { buildAnimal, idOf } from '#test/build-animal.ts';
import type { RecordedEvent } from '#contract/events.ts';
import type { Product } from '#contract/products.ts';
import type { Worklist } from '#contract/worklists.ts';
import { OpenWorklist } from './open-worklist.tsx';

const doe = buildAnimal({ id: idOf(1), tagNumber: 'G-1', species: 'goat' });
const ewe = buildAnimal({ id: idOf(2), tagNumber: 'S-1', species: 'sheep', birthDate: '2026-01-06' });
const drench = {
  id: idOf(3),
  withdrawals: [
    { species: 'goat', product: 'meat', days: 9, source: 'Vet' },
    { species: 'sheep', product: 'meat', days: 21, source: 'Label' },
  ],
} as unknown as Product;

const withDrench: Worklist['shared'] = {
  productId: drench.id,
  productName: 'Drench',
  withdrawals: [{ product: 'meat', days: 9, clearOn: null }],
};

const sent: { readonly url: string; readonly body: unknown }[] = [];
let weighedBefore: readonly RecordedEvent[] = [];
let answer: () => Response | Promise<Response>;

afterEach(() => {
  sent.length = 0;
  weighedBefore = [];
});

async function open(
  work: Worklist['work'],
  shared: Worklist['shared'] = {},
  earlier: readonly RecordedEvent[] = [],
): Promise<void> {
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (typeof body !== 'string') return Response.json(url.startsWith('/api/events') ? weighedBefore : []);
    sent.push({ url, body: JSON.parse(body) });
    return answer();
  });
  const worklist: Worklist = {
    id: idOf(9),
    name: 'Work',
    work,
    shared,
    animalIds: [doe.id, ewe.id],
    archivedAt: null,
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
  };
  const page = () => <OpenWorklist worklist={worklist} herd={[doe, ewe]} recorded={earlier} products={[drench]} />;
  showPart(page);
  await screen.findByRole('heading', { level: 1 });
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const pressKey = async (name: string) => userEvent.click(within(screen.getByRole('group', { name: 'Numbers' })).getByText(name));
const recorded = () => Response.json({ events: [recordedEvent({ kind: 'hooves' })] });
const refused = () => Response.json({ message: 'It was sold', code: 'request.invalid' }, { status: 400 });

async function weigh(tag: RegExp, pounds: string): Promise<void> {
  await press(tag);
  for (const digit of pounds) await pressKey(digit);
  await pressKey('Save');
}

test('one after the other, each animal of a mixed flock is recorded with the withdrawal of its species', async () => {
  answer = recorded;
  await open('treat', withDrench);
  await press(/^G- ?1/);
  await press(/^S- ?1/);
  expect(sent).toMatchObject([
    { body: { events: [{ animalId: doe.id, withdrawals: [{ days: 9 }] }] } },
    { body: { events: [{ animalId: ewe.id, withdrawals: [{ days: 21 }] }] } },
  ]);
});

test('what is entered has the day of the work, which is said above', async () => {
  answer = recorded;
  await open('eggCount', { day: '2026-01-05', note: 'From the laboratory' });
  await screen.findByText('Mon, Jan 5 · 0 of 2, 2 to go');
  await press(/^G- ?1/);
  await pressKey('9');
  await pressKey('Save');
  expect(sent).toMatchObject([{ body: { events: [{ day: '2026-01-05', note: 'From the laboratory', eggCount: 9 }] } }]);
});

test('an animal that was born after the day of the work cannot be weighed, which is said', async () => {
  answer = recorded;
  await open('weigh', { day: '2026-01-05' });
  await press(/^S- ?1/);
  await screen.findByText('Born after Mon, Jan 5, the day of this work. Skip it.');
  for (const key of ['9', 'Save']) await pressKey(key);
  expect(sent).toEqual([]);
});

test('weights that a file has for weighing at weaning are weaning weights', async () => {
  answer = recorded;
  await open('weighAtWeaning');
  await userEvent.upload(screen.getByLabelText('File'), new File(['Tag,Weight\nG-1,41\nS-1,45'], 'scale.csv'));
  await press('Record 2 animals');
  const weights = [doe, ewe].map((animal) => ({ animalId: animal.id, kind: 'weighing', occasion: 'weaning' }));
  expect(sent).toMatchObject([{ body: { events: weights } }]);
});

test('the list of a weighing has the mean weight and gain, and is ordered by weight or gain', async () => {
  const weighing = (animalId: string, day: string, weightGrams: number) =>
    recordedEvent({ kind: 'weighing', animalId, day, weightGrams });
  weighedBefore = [weighing(doe.id, '2026-02-01', 36_287), weighing(ewe.id, '2026-02-01', 9072)];
  await open('weigh', {}, [weighing(doe.id, '2026-02-11', 40_823), weighing(ewe.id, '2026-02-11', 18_144)]);
  await press('List');
  await screen.findByText('On average 65 lbs, +1.5 lbs/day');
  const tags = () => screen.getAllByRole('button', { name: /^Undo [GS]/ }).map((button) => button.getAttribute('aria-label'));
  await userEvent.click(screen.getByRole('radio', { name: 'Heaviest' }));
  expect(tags()).toEqual(['Undo G-1', 'Undo S-1']);
  screen.getByText('90 lbs, +1 lbs/day');
  await userEvent.click(screen.getByRole('radio', { name: 'Best gain' }));
  expect(tags()).toEqual(['Undo S-1', 'Undo G-1']);
});

test('what is refused stays in sight when more has been entered, until the animal is entered or it is dismissed', async () => {
  answer = refused;
  await open('hooves');
  await press(/^G- ?1/);
  await screen.findByText('Not saved: It was sold');
  answer = recorded;
  await press(/^S- ?1/);
  await screen.findByText('1 of 2, 1 to go');
  await screen.findByText('Not saved: It was sold');
  await press('Dismiss');
  expect(screen.queryByText('Not saved: It was sold')).toBeNull();
});

test('undoing what is then refused sends nothing, and the animal is still to go', async () => {
  let refuse = (): void => {};
  answer = () => new Promise((resolve) => (refuse = () => resolve(refused())));
  await open('hooves');
  await press(/^G- ?1/);
  await press('Undo');
  refuse();
  await screen.findByText('Not saved: It was sold');
  await screen.findByText('0 of 2, 2 to go');
  expect(sent).toHaveLength(1);
});

test('undoing a correction records again what it has taken the place of', async () => {
  answer = recorded;
  await open('weigh');
  await weigh(/^G- ?1/, '90');
  await press('Find another');
  for (const digit of '1') await pressKey(digit);
  await weigh(/^G- ?1/, '80');
  await screen.findByText(/80 lbs/);
  await press('Undo');
  await waitFor(() => expect(sent).toHaveLength(3));
  const [first, correction, undone] = sent.map(({ url, body }) => ({ url, ...(body as { id: string; weightGrams: number }) }));
  const [entry] = (first as unknown as { events: { id: string; weightGrams: number }[] }).events;
  expect(first?.url).toContain('/api/events');
  expect(correction?.url).toContain(`/api/events/${entry?.id}/replace`);
  expect(undone?.url).toContain(`/api/events/${correction?.id}/replace`);
  expect(undone?.weightGrams).toBe(entry?.weightGrams);
  await screen.findByText('1 of 2, 1 to go');
});

test('what was entered lately is undone at once, which says how long, and what was entered earlier with a reason', async () => {
  answer = () => Response.json(recordedEvent({ kind: 'hooves' }));
  const entered = (digit: number, animalId: string, createdAt: string) =>
    recordedEvent({ kind: 'hooves', id: idOf(digit), animalId, worklistId: idOf(9), createdAt });
  await open('hooves', {}, [
    entered(5, doe.id, '2026-01-01T00:00:00.000Z'),
    entered(6, ewe.id, new Date(Date.now() - 90_000).toISOString()),
  ]);
  await press('List');
  expect(screen.getAllByText(/left$/).map(({ textContent }) => textContent)).toEqual(['9 min left']);
  await press('Undo S-1');
  await waitFor(() => expect(sent).toEqual([{ url: `/api/events/${idOf(6)}/void`, body: {} }]));
  await press('Undo G-1');
  await userEvent.type(await screen.findByLabelText('Reason'), 'The wrong one');
  await press('Undo');
  await waitFor(() => expect(sent[1]).toEqual({ url: `/api/events/${idOf(5)}/void`, body: { reason: 'The wrong one' } }));
});
