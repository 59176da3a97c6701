import { useState } from 'react';
import { act, ago, fakeApi, press, refusal, screen, showPart, userEvent, waitFor, within } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import { recordedEvent } from '#test/any-event.ts';
import { buildAnimal, idOf } from '#test/build-animal.ts';
import type { Worklist } from '#contract/worklists.ts';
import { gramsPer } from '#domain/values/weights.ts';
import { OpenWorklist } from './open-worklist.tsx';

const doe = buildAnimal({ id: idOf(1), tagNumber: 'G-1', species: 'goat' });
const ewe = buildAnimal({ id: idOf(2), tagNumber: 'S-1', species: 'sheep', birthDate: '2026-01-06' });

const recorded = () => ({ events: [recordedEvent({ kind: 'hooves' })] });
const refused = () => refusal(400, 'request.invalid', 'It was sold');

interface Given {
  readonly shared?: Worklist['shared'];
  readonly answer?: () => unknown;
}

function worklistOf(work: Worklist['work'], given: Partial<Worklist>): Worklist {
  const stored = { archivedAt: null, version: 1, createdAt: '2026-01-01T00:00:00.000Z' };
  return { id: idOf(9), name: 'Work', work, shared: {}, animalIds: [doe.id, ewe.id], ...stored, ...given };
}

async function open(work: Worklist['work'], { shared = {}, answer = recorded }: Given = {}) {
  const sent = fakeApi({}, () => answer());
  showPart(() => <OpenWorklist worklist={worklistOf(work, { shared })} herd={[doe, ewe]} recorded={[]} products={[]} />);
  await screen.findByRole('heading', { level: 1 });
  return sent;
}

const key = async (name: string) => userEvent.click(within(screen.getByRole('group', { name: 'Numbers' })).getByText(name));

async function enter(tag: RegExp, number: string): Promise<void> {
  await press(tag);
  for (const digit of number) await key(digit);
  await key('Save');
}

test('what is entered has the day of the work, which is said above', async () => {
  const shared = { day: '2026-01-05', note: 'From the laboratory' };
  const sent = await open('eggCount', { shared });
  await screen.findByText('Mon, Jan 5 · 0 of 2, 2 to go');
  await enter(/^G- ?1/, '9');
  expect(sent.map(([, body]) => body)).toMatchObject([{ events: [{ ...shared, animalId: doe.id, eggCount: 9 }] }]);
});

test('an animal that was born after the day of the work cannot be weighed, which is said', async () => {
  const sent = await open('weigh', { shared: { day: '2026-01-05' } });
  await enter(/^S- ?1/, '9');
  await screen.findByText('Born after Mon, Jan 5, the day of this work. Skip it.');
  expect(sent).toEqual([]);
});

test('what is refused stays in sight when more has been entered, until the animal is entered or it is dismissed', async () => {
  const answers = [refused];
  await open('hooves', { answer: () => (answers.shift() ?? recorded)() });
  await press(/^G- ?1/);
  await screen.findByText('Not saved: It was sold');
  await press(/^S- ?1/);
  await screen.findByText('1 of 2, 1 to go');
  await screen.findByText('Not saved: It was sold');
  await press('Dismiss');
  expect(screen.queryByText('Not saved: It was sold')).toBeNull();
});

test('a gain is since the last measured weight, also after an estimate', async () => {
  const weighing = (day: string, weightGrams: number, method: 'scale' | 'estimate') =>
    recordedEvent({ kind: 'weighing', animalId: doe.id, day, weightGrams, method });
  const weighings = [weighing(ago(1), 40_000, 'estimate'), weighing(ago(10), Math.round(gramsPer.lbs * 80), 'scale')];
  const estimated = {
    lastWeightGrams: 40_000,
    lastWeightDay: ago(1),
    isLastWeightEstimate: true,
    withdrawals: [],
  };
  fakeApi({ '/api/events': weighings, '/api/animal-states': [{ animalId: doe.id, ...estimated }] }, recorded);
  showPart(() => <OpenWorklist worklist={worklistOf('weigh', {})} herd={[doe, ewe]} recorded={[]} products={[]} />);
  await enter(/^G- ?1/, '90');
  expect(await screen.findByText(/90 lbs, \+1 lbs\/day/)).toBeDefined();
});

test('a sale that is refused in withdrawal is recorded with the reason that is asked for', async () => {
  const answers = [() => refusal(409, 'animals.in_withdrawal', 'G-1 is in withdrawal'), recorded];
  const sent = await open('sell', { shared: { buyer: 'Ann' }, answer: () => answers.shift()?.() });
  await press(/^G- ?1/);
  await screen.findByText('Not saved: G-1 is in withdrawal');
  await press('Give the reason');
  await userEvent.type(await screen.findByLabelText('Reason'), 'Sold for breeding');
  await press('Sell');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.[1]).toMatchObject({ events: [{ kind: 'sale', animalId: doe.id, buyer: 'Ann', reason: 'Sold for breeding' }] });
  expect(screen.queryByText('Not saved: G-1 is in withdrawal')).toBeNull();
});

test('undoing what is then refused sends nothing, and the animal is still to go', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const sent = await open('hooves', { answer: () => promise });
  await press(/^G- ?1/);
  await press('Undo');
  resolve(refused());
  await screen.findByText('Not saved: It was sold');
  await screen.findByText('0 of 2, 2 to go');
  expect(sent).toHaveLength(1);
});

test('undoing a correction records again what it has taken the place of', async () => {
  const sent = await open('weigh');
  await enter(/^G- ?1/, '90');
  await press('Find another');
  await key('1');
  await enter(/^G- ?1/, '80');
  await screen.findByText(/80 lbs/);
  await press('Undo');
  await waitFor(() => expect(sent).toHaveLength(3));
  const [first, correction, undone] = sent.map(([request, body]) => ({ request, ...(body as { id: string }) }));
  const [entry] = (first as unknown as { events: { id: string; weightGrams: number }[] }).events;
  expect(correction?.request).toBe(`POST /api/events/${entry?.id}/replace`);
  expect(undone).toMatchObject({ request: `POST /api/events/${correction?.id}/replace`, weightGrams: entry?.weightGrams });
  await screen.findByText('1 of 2, 1 to go');
});

test('the focus stays on the page when what was pressed is gone: after Review, Undo and Finish', async () => {
  const isOnTitle = () => waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
  fakeApi({}, recorded);
  let finish = (_day: string) => {};
  showPart(() => {
    const [archivedAt, setArchivedAt] = useState<string | null>(null);
    finish = setArchivedAt;
    return <OpenWorklist worklist={worklistOf('hooves', { archivedAt })} herd={[doe, ewe]} recorded={[]} products={[]} />;
  });
  await press(/^G- ?1/);
  await press(/^S- ?1/);
  await press('Review and finish');
  await isOnTitle();
  await press(/^Undo G-1/);
  await isOnTitle();
  await press('Finish');
  act(() => finish('2026-01-02T00:00:00.000Z'));
  await isOnTitle();
});
