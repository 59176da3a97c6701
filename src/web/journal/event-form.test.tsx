import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { recordedEvent } from '#test/any-event.ts';
import { buildAnimal } from '#test/build-animal.ts';
import type { Animal } from '#contract/animals.ts';
import type { RecordedEvent } from '#contract/events.ts';
import { eventFields, eventKindNames, eventKinds, type EventKind } from '#domain/records/events.ts';
import { addDays } from '#domain/values/dates.ts';
import { Dialog } from '#web/components/dialogs/dialog.tsx';
import { hasDrafts } from '#web/lib/forms/drafts.ts';
import { ApiError } from '#web/lib/server/api.ts';
import { today } from '#web/lib/text/today.ts';
import { useToasts } from '#web/lib/use-toast.ts';
import { type EventCorrection, EventForm } from './event-form.tsx';
import { formFieldsOf, newEventValues } from './event-form-values.ts';

const animal = buildAnimal({ id: '018f2b6e-7c1a-7c3e-8a55-0242ac120002', birthDate: '2024-03-01' });

interface Sent {
  readonly url: string;
  readonly body: Record<string, unknown>;
}

/** Answers each request with the next of the given answers. */
function server(...answers: (() => Response)[]): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    sent.push({ url, body: JSON.parse(body as string) as Sent['body'] });
    return answers.shift()!();
  });
  return sent;
}

const recorded = () => Response.json({ events: [recordedEvent({ kind: 'heat' })] }, { status: 201 });
const refused = (status: number, code: string, message: string, path?: string) => () =>
  Response.json({ code, message, ...(path !== undefined && { errors: [{ path, message }] }) }, { status });

afterEach(() => {
  // Holds the drafts.
});

let history = createMemoryHistory();

async function show(
  kind: EventKind,
  event?: RecordedEvent,
  known: ReadonlyMap<string, unknown> = new Map(),
  of: Animal = animal,
  correction?: EventCorrection,
) {
  const onSaved = vi.fn<(event: RecordedEvent) => void>();
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false }, mutations: { networkMode: 'always' } } });
  for (const [url, data] of known) client.setQueryData([url], data);
  const Page = () => (
    <QueryClientProvider client={client}>
      <Dialog isOpen onClose={() => {}} title={kind}>
        <EventForm animal={of} kind={kind} event={event} correction={correction} onSaved={onSaved} />
      </Dialog>
    </QueryClientProvider>
  );
  history = createMemoryHistory({ initialEntries: ['/animals'] });
  const router = createRouter({
    routeTree: createRootRoute({ component: Page, notFoundComponent: Page, staticData: { access: 'anyone' } }),
    history,
  });
  render(<RouterProvider router={router as never} />);
  await screen.findByLabelText('Day');
  return onSaved;
}

const type = async (label: string, text: string) => {
  const input = screen.getByLabelText(label);
  await userEvent.clear(input);
  await userEvent.type(input, text);
};
const save = () => userEvent.click(screen.getByRole('button', { name: /^Save/ }));

/** Those whose control is called otherwise than the field. */
const controls: Readonly<Record<string, string>> = { photo: 'Add a photo' };

test.each(eventKindNames)(
  'the form of the kind %s has a control for each of its fields',
  async (kind) => {
    await show(kind);
    const shared = kind === 'checkup' ? { day: eventFields.day } : eventFields;
    for (const { name, info } of [...formFieldsOf(eventKinds[kind].fields), ...formFieldsOf(shared)]) {
      const label = controls[name] ?? info.label;
      const found = [
        ...screen.queryAllByLabelText(label),
        ...screen.queryAllByRole('button', { name: label }),
        ...screen.queryAllByRole('group', { name: label }),
      ];
      expect([name, found.length > 0]).toEqual([name, true]);
    }
  },
  20_000,
);

describe('recording', () => {
  test('a weight in pounds sends grams, today, and the animal', async () => {
    const sent = server(recorded);
    const onSaved = await show('weighing');
    await type('Weight (lbs)', '41.5');
    await save();
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sent).toMatchObject([
      { url: '/api/events', body: { events: [{ kind: 'weighing', animalId: animal.id, weightGrams: 18_824, method: null }] } },
    ]);
  });

  test('a checkup sends the specified call, with its weight in pounds and the generated description, and a toast says a refusal', async () => {
    const created = { id: animal.id, version: 1, createdAt: '2026-06-01T08:00:00.000Z' };
    const sent = server(
      () => new Response('', { status: 500 }),
      refused(503, 'server.busy', 'The server is busy right now.'),
      () => Response.json(created, { status: 201 }),
    );
    const onSaved = await show('checkup');
    await userEvent.click(screen.getByRole('radio', { name: /Fair/ }));
    await type('Weight (lbs)', '41.5');
    await type('Medication', 'Drench');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Dewormed' }));
    const toasts = renderHook(useToasts).result;
    for (const description of ['Failed to create health record', 'The server is busy right now.']) {
      await save();
      await screen.findByText(description);
      expect(toasts.current).toMatchObject([{ variant: 'destructive', description }]);
    }
    await save();
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(onSaved.mock.lastCall?.[0]).toMatchObject({ kind: 'checkup', healthStatus: '2', weightGrams: 18_824, version: 1 });
    expect(sent.slice(1)).toEqual(sent.slice(0, -1));
    expect(sent.slice(2)).toMatchObject([
      {
        url: '/api/health-records',
        body: {
          animalId: animal.id,
          recordType: 'checkup',
          healthStatus: '2',
          description: 'Health checkup - Weight: 41.5 lbs, Dewormed',
          weightLbs: 41.5,
          medication: 'Drench',
          dewormed: true,
          nextDueDate: null,
        },
      },
    ]);
    // Nothing else than the specified fields is sent (rule 118).
    expect(Object.keys(sent[0]?.body as object).toSorted()).toEqual(
      'animalId cdnt date description dewormed dosage healthStatus hoofsTrimmed id medication nextDueDate notes recordType veterinarian weightLbs'.split(
        ' ',
      ),
    );
  });

  test('a treatment has withdrawals, each marked by itself', async () => {
    const sent = server(recorded);
    const onSaved = await show('treatment');
    await type('Product', 'Drench');
    await userEvent.click(screen.getByRole('button', { name: 'Add withdrawal' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Meat' }));
    await save();
    await screen.findByText('Enter the number of days or the day it is clear on.');
    await type('Days', '14');
    await save();
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sent[0]?.body).toMatchObject({
      events: [{ productName: 'Drench', withdrawals: [{ product: 'meat', days: 14, clearOn: null }] }],
    });
  });

  test('a birth begins with one young and sends as many as there are', async () => {
    const sent = server(recorded);
    const onSaved = await show('birth');
    await userEvent.click(screen.getByRole('button', { name: 'Add young' }));
    const [first, second] = [screen.getAllByRole('radio', { name: 'Doe' }), screen.getAllByRole('radio', { name: 'Alive' })];
    for (const choice of [...first, ...second]) await userEvent.click(choice);
    await save();
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sent[0]?.body).toMatchObject({
      events: [
        {
          young: [
            { sex: 'female', state: 'alive', weightGrams: null },
            { sex: 'female', state: 'alive', weightGrams: null },
          ],
        },
      ],
    });
  });

  test('a line that is removed takes its values along, and those after it stay', async () => {
    const sent = server(recorded);
    const onSaved = await show('birth');
    for (const _ of [2, 3]) await userEvent.click(screen.getByRole('button', { name: 'Add young' }));
    for (const choice of [...screen.getAllByRole('radio', { name: 'Buck' }), ...screen.getAllByRole('radio', { name: 'Alive' })])
      await userEvent.click(choice);
    const tags = screen.getAllByLabelText('Tag number');
    for (const [index, input] of tags.entries()) await userEvent.type(input, `K-${index + 1}`);
    await userEvent.click(screen.getByRole('button', { name: 'Remove young 2' }));
    expect(screen.getAllByLabelText<HTMLInputElement>('Tag number').map(({ value }) => value)).toEqual(['K-1', 'K-3']);
    await save();
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sent[0]?.body).toMatchObject({ events: [{ young: [{ tagNumber: 'K-1' }, { tagNumber: 'K-3' }] }] });
  });

  test('again after a failure sends the same id, and what was typed is still there', async () => {
    const sent = server(refused(503, 'server.busy', 'The server is busy right now.'), recorded);
    const onSaved = await show('note');
    await type('Note', 'Limps on the left');
    await save();
    await screen.findByText('The server is busy right now.');
    expect(onSaved).not.toHaveBeenCalled();
    await save();
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    const ids = sent.map(({ body }) => (body['events'] as { id: string; note: string }[]).map(({ id, note }) => [id, note])[0]);
    expect(ids[0]).toEqual(ids[1]);
    expect(ids[0]?.[1]).toBe('Limps on the left');
  });

  test('a refusal of the server stands at its field', async () => {
    server(refused(400, 'request.invalid', 'There is an A-2 already', 'events.0.newTag'));
    await show('tagChange');
    await type('New tag', 'A-2');
    await save();
    await waitFor(() => expect(screen.getByLabelText('New tag').getAttribute('aria-invalid')).toBe('true'));
  });

  test.each([
    [true, '220'],
    [false, ''],
  ])('a sale proposes the price of the listing, while the animal is offered: %s', async (forSale, price) => {
    await show('sale', undefined, new Map(), { ...animal, forSale, salePrice: 220 });
    expect(screen.getByLabelText<HTMLInputElement>('Price ($)').value).toBe(price);
  });

  test('a sale in withdrawal says until when, and a reason can be given', async () => {
    const sent = server(refused(409, 'animals.in_withdrawal', 'No meat until 2026-12-04. Give a reason for going on.'), recorded);
    const onSaved = await show('sale');
    await save();
    const reason = screen.getByRole('textbox', { name: 'Reason' });
    await waitFor(() => expect(document.activeElement).toBe(reason));
    expect(document.getElementById(reason.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
      /^No meat until 2026-12-04/,
    );
    await type('Reason', 'For breeding');
    await save();
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sent[1]?.body).toMatchObject({ events: [{ reason: 'For breeding', price: null }] });
  });
});

describe('an answer', () => {
  test.each<[kind: EventKind, message: string]>([
    ['move', 'Choose a place, a group or No place.'],
    ['fostering', 'Choose who rears it, or the bottle.'],
    ['loan', 'Write who has it.'],
    ['scores', 'Enter at least one score.'],
    ['checkup', 'Choose a health status from 1 to 5'],
    ['note', 'Write a note or add a photo.'],
    ['milking', 'Enter the milk in whole ml'],
  ])('that a %s needs is asked for before anything is sent: %s', async (kind, message) => {
    const sent = server();
    await show(kind);
    await save();
    await screen.findByText(message);
    expect(sent).toEqual([]);
  });

  test.each<[kind: EventKind, label: string, option: string, fields: object]>([
    ['move', 'Place', 'No place', { placeId: null, groupId: null }],
    ['fostering', 'Reared by', 'Its own dam again', { rearedById: null, isBottleFed: false }],
  ])('of a %s to "%s" can be "%s", which is sent, and shown when the event is changed', async (kind, label, option, fields) => {
    const sent = server(recorded);
    const onSaved = await show(kind);
    await userEvent.click(screen.getByLabelText(label));
    await userEvent.click(screen.getByRole('option', { name: option }));
    await save();
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sent[0]?.body).toMatchObject({ events: [fields] });
    cleanup();
    await show(kind, recordedEvent({ kind }));
    expect(screen.getByLabelText(label).textContent).toContain(option);
  });
});

test.each<[what: string, isWarned: boolean, kind: EventKind, event?: RecordedEvent]>([
  ['a weighing', true, 'weighing'],
  [
    'a weighing that keeps its day',
    false,
    'weighing',
    recordedEvent({ kind: 'weighing', weightGrams: 18_824, day: '2026-06-01' }),
  ],
  ['a note', false, 'note'],
  ['a death', false, 'death'],
])('%s of a day after the animal had left is warned about: %s', async (_, isWarned, kind, event) => {
  const states = [{ animalId: animal.id, left: { kind: 'sale', day: '2026-05-10' } }];
  vi.stubGlobal('fetch', async () => Response.json(states));
  await show(kind, event, new Map([['/api/animal-states', states]]), { ...animal, status: 'sold' });
  expect(screen.queryAllByText(/: sold .*May 10/)).toHaveLength(isWarned ? 1 : 0);
});

describe('moving a female with her young', () => {
  const young = buildAnimal({ id: '018f2b6e-7c1a-7c3e-8a55-0242ac120003', motherId: animal.id, birthDate: addDays(today(), -9) });
  const known = new Map([
    ['/api/animals', [animal, young]],
    ['/api/animal-states', []],
    ['/api/places', [{ id: 'mill', name: 'Mill Field', archivedAt: null }]],
  ]);

  test.each([
    ['Mill Field', 'mill'],
    ['No place', null],
  ])('goes on with the day and the place that were chosen, %s, and leaves no draft of her own move', async (name, placeId) => {
    await show('move', undefined, known);
    await userEvent.click(screen.getByLabelText('Place'));
    await userEvent.click(screen.getByRole('option', { name }));
    const day = addDays(today(), -1);
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: day } });
    expect(hasDrafts(null)).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Move it too' }));
    await waitFor(() => expect(history.location.pathname).toBe('/work/new'));
    expect(history.location.state).toMatchObject({ animalIds: [animal.id, young.id], move: { placeId, groupId: null, day } });
    expect(hasDrafts(null)).toBe(false);
  });

  test('is not offered where her refused move is corrected, which would stay and move her again', async () => {
    const error = new ApiError(409, JSON.stringify({ code: 'request.invalid', message: 'Choose an earlier day' }));
    const values = newEventValues('move');
    await show('move', undefined, known, animal, { form: 'correction/a', id: animal.id, values, error });
    expect(screen.queryByText(/not weaned/)).toBeNull();
  });
});

test('changing an event sends a whole one with the version that was seen', async () => {
  const event = recordedEvent({ kind: 'weighing', weightGrams: 18_824, note: 'Wet' }, { version: 7 });
  const sent = server(() => Response.json(event));
  const onSaved = await show('weighing', event);
  expect(screen.getByLabelText<HTMLInputElement>('Weight (lbs)').value).toBe('41.5');
  await type('Weight (lbs)', '42,5');
  await save();
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(sent).toMatchObject([
    {
      url: `/api/events/${event.id}/replace`,
      body: { kind: 'weighing', version: 7, weightGrams: 19_278, note: 'Wet', day: event.day },
    },
  ]);
});

test('a product of the farm fills in its unit, its withdrawals for the species, and the dose and batch of its last use', async () => {
  const product = {
    id: '018f2b6e-7c1a-7c3e-8a55-0242ac120009',
    name: 'Drench',
    kind: 'dewormer',
    unit: 'ml',
    withdrawals: [
      { species: null, product: 'meat', days: 14, source: 'Label' },
      { species: 'sheep', product: 'milk', days: 5, source: 'Label' },
    ],
    stock: [],
    note: null,
    archivedAt: null,
  };
  const lastUse = recordedEvent({ kind: 'treatment', productId: product.id, productName: 'Drench', dose: 2.5, batch: 'L-9' });
  const sent = server(recorded);
  await show(
    'treatment',
    undefined,
    new Map<string, unknown>([
      ['/api/products', [product]],
      ['/api/events?kind=treatment%2Cvaccination&limit=200', [lastUse]],
    ]),
  );
  await userEvent.click(screen.getByLabelText('Product'));
  await userEvent.click(screen.getByRole('option', { name: /Drench/ }));
  expect(screen.getByText('Meat 14 days. Source: Label')).toBeDefined();
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body['events']).toMatchObject([
    {
      productId: product.id,
      productName: 'Drench',
      unit: 'ml',
      dose: 2.5,
      batch: 'L-9',
      withdrawals: [{ product: 'meat', days: 14, clearOn: null }],
    },
  ]);
});

test('of a product with stock it says what is left, and proposes another batch when that of the last use is empty', async () => {
  const purchase = { boughtOn: '2026-05-01', bottles: 1, amount: 100, endedOn: null };
  const product = {
    id: '018f2b6e-7c1a-7c3e-8a55-0242ac120009',
    name: 'Drench',
    kind: 'dewormer',
    unit: 'ml',
    withdrawals: [],
    stock: [
      { ...purchase, batch: 'L-9', expiry: '2030-01-31' },
      { ...purchase, batch: 'M-1', expiry: '2030-02-28' },
    ],
    note: null,
    archivedAt: null,
  };
  const medicine = { kind: 'treatment', productId: product.id, productName: 'Drench', unit: 'ml', day: '2026-05-02' } as const;
  const lastUse = recordedEvent({ ...medicine, dose: 100, batch: 'L-9' });
  const sent = server(recorded);
  await show(
    'treatment',
    undefined,
    new Map<string, unknown>([
      ['/api/products', [product]],
      ['/api/events?kind=treatment%2Cvaccination&limit=200', [lastUse]],
      [
        '/api/events?kind=treatment%2Cvaccination&from=2026-05-01',
        [lastUse, recordedEvent({ ...medicine, dose: 30, batch: 'M-1' })],
      ],
    ]),
  );
  await userEvent.click(screen.getByLabelText('Product'));
  await userEvent.click(screen.getByRole('option', { name: /Drench/ }));
  screen.getByText(/^70 of 100 ml left\./);
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body['events']).toMatchObject([{ productId: product.id, batch: 'M-1', expiry: '2030-02-28' }]);
});

test('a name that is no product of the farm can be typed', async () => {
  const product = {
    id: animal.id,
    name: 'Drench',
    kind: 'dewormer',
    unit: 'ml',
    withdrawals: [],
    stock: [],
    note: null,
    archivedAt: null,
  };
  const sent = server(recorded);
  await show('vaccination', undefined, new Map([['/api/products', [product]]]));
  await userEvent.click(screen.getByLabelText('Product'));
  await userEvent.type(screen.getByRole('combobox', { name: 'Search or type another name' }), 'CD&T');
  await userEvent.click(screen.getByRole('button', { name: 'Use “CD&T”' }));
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body['events']).toMatchObject([{ productId: null, productName: 'CD&T', withdrawals: [] }]);
});

test('a product with a dose by weight proposes the dose for the last weight, and an expired batch is said to be', async () => {
  const product = {
    id: '018f2b6e-7c1a-7c3e-8a55-0242ac120009',
    name: 'Drench',
    kind: 'dewormer',
    unit: 'ml',
    doseAmount: 1,
    doseWeight: 10,
    doseWeightUnit: 'kg',
    withdrawals: [],
    stock: [],
    note: null,
    archivedAt: null,
  };
  const expiry = { batch: 'L-9', expiry: '2024-10-31' };
  const lastUse = recordedEvent({ kind: 'treatment', productId: product.id, productName: 'Drench', dose: 2.5, ...expiry });
  const sent = server(recorded);
  await show(
    'treatment',
    undefined,
    new Map<string, unknown>([
      ['/api/products', [{ ...product, id: animal.id, name: 'Aspirin' }, product]],
      ['/api/events?kind=treatment%2Cvaccination&limit=200', [lastUse]],
      ['/api/animal-states', [{ animalId: animal.id, lastWeightGrams: 42_000, lastWeightDay: '2026-05-01' }]],
    ]),
  );
  await userEvent.click(screen.getByLabelText('Product'));
  // The one that was used last comes first.
  const [first] = screen.getAllByRole('option');
  expect(first?.textContent).toContain('Drench');
  await userEvent.click(first!);
  screen.getByText(/^1 ml per 10 kg: 4.2 ml for 92.6 lbs on /);
  screen.getByText(/^This batch expired on Thu, Oct 31/);
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body['events']).toMatchObject([{ dose: 4.2, ...expiry }]);
});

test('a course is entered with its doses and is open until the last one', async () => {
  const sent = server(recorded);
  await show('treatment');
  await type('Product', 'Penicillin');
  await userEvent.click(screen.getByRole('checkbox', { name: 'More doses follow' }));
  await type('Doses in all', '3');
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body['events']).toMatchObject([{ courseOpen: true, doses: 3, everyDays: 1 }]);
});
