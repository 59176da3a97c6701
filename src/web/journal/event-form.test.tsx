import { fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { recordedEvent } from '#test/any-event.ts';
import { buildAnimal, idOf } from '#test/build-animal.ts';
import { fakeApi, refusal } from '#test/fake-api.ts';
import { ago, press, showPart } from '#test/show-pages.tsx';
import type { RecordedEvent } from '#contract/events.ts';
import { eventFields, eventKindNames, eventKinds, type EventKind } from '#domain/records/events.ts';
import { Dialog } from '#web/components/dialogs/dialog.tsx';
import { hasDrafts } from '#web/lib/forms/drafts.ts';
import { today } from '#web/lib/text/today.ts';
import { useToasts } from '#web/lib/use-toast.ts';
import { EventForm } from './event-form.tsx';
import { formFieldsOf } from './event-form-values.ts';

const animal = buildAnimal({ id: '018f2b6e-7c1a-7c3e-8a55-0242ac120002', birthDate: '2024-03-01' });

const recorded = () => Response.json({ events: [recordedEvent({ kind: 'heat' })] }, { status: 201 });

interface Shown extends Partial<Parameters<typeof EventForm>[0]> {
  readonly reads?: Readonly<Record<string, unknown>>;
  /** To each request the next of these, and then that it is recorded. */
  readonly answers?: Response[];
}

async function show(kind: EventKind, { reads = {}, answers = [], ...props }: Shown = {}) {
  const onSaved = vi.fn<(event: RecordedEvent) => void>();
  const sent = fakeApi(reads, () => answers.shift() ?? recorded());
  const form = { animal, kind, event: undefined, correction: undefined, onSaved, ...props };
  const Page = () => (
    <Dialog isOpen onClose={() => {}} title={kind}>
      <EventForm {...form} />
    </Dialog>
  );
  const { router } = showPart(Page, { id: 'ada', farmId: 'oak', farmRole: 'owner' });
  await screen.findByLabelText('Day');
  /** Resolves with the bodies of all requests when the form was saved. */
  const savedAs = async () => {
    await save();
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    return sent.map(([, body]) => body);
  };
  return { onSaved, sent, router, savedAs };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = async (label: string, text: string) => {
  await userEvent.clear(field(label));
  await userEvent.type(field(label), text);
};
const choose = async (label: string, option: string | RegExp) => {
  await userEvent.click(screen.getByLabelText(label));
  await press(option, 'option');
};
const save = () => press(/^Save/);

/** Those whose control is called otherwise than the field. */
const controls: Readonly<Record<string, string>> = { photo: 'Add a photo' };

test.each(eventKindNames)('the form of the kind %s has a control for each of its fields', async (kind) => {
  await show(kind);
  if (kind === 'checkup') await press('Dewormed', 'checkbox');
  const shared = kind === 'checkup' ? { day: eventFields.day } : eventFields;
  for (const { name, info } of [...formFieldsOf(eventKinds[kind].fields), ...formFieldsOf(shared)]) {
    const label = controls[name] ?? info.label;
    const byRole = ['button', 'group'].flatMap((role) => screen.queryAllByRole(role, { name: label }));
    expect([name, screen.queryAllByLabelText(label).length + byRole.length > 0]).toEqual([name, true]);
  }
});

describe('recording', () => {
  test('a weight in pounds sends grams, today, and the animal', async () => {
    const { sent, savedAs } = await show('weighing');
    await type('Weight (lbs)', '41.5');
    const event = { kind: 'weighing', animalId: animal.id, day: today(), weightGrams: 18_824, method: null };
    expect(await savedAs()).toMatchObject([{ events: [event] }]);
    expect(sent[0]?.[0]).toBe('POST /api/events');
  });

  test('a checkup sends the specified fields alone, also again after a failure that a toast says (rule 118)', async () => {
    const created = Response.json({ id: animal.id, version: 1, createdAt: '2026-06-01T08:00:00.000Z' }, { status: 201 });
    const { onSaved, sent, savedAs } = await show('checkup', { answers: [new Response('', { status: 500 }), created] });
    await press(/Fair/, 'radio');
    await type('Weight (lbs)', '41.5');
    await type('Medication', 'Drench');
    await press('Dewormed', 'checkbox');
    const toasts = renderHook(useToasts).result;
    await save();
    const description = 'Failed to create health record';
    await waitFor(() => expect(toasts.current).toMatchObject([{ variant: 'destructive', description }]));
    const texts = { medication: 'Drench', dosage: '', veterinarian: '', notes: '', nextDueDate: null };
    const extras = { dewormed: true, cdnt: false, hoofsTrimmed: false };
    const checkup = {
      id: expect.any(String) as string,
      animalId: animal.id,
      recordType: 'checkup',
      date: today(),
      healthStatus: '2',
      description: 'Health checkup - Weight: 41.5 lbs, Dewormed',
      weightLbs: 41.5,
      ...texts,
      ...extras,
    };
    const [first, second] = await savedAs();
    expect([first, sent[0]?.[0]]).toEqual([checkup, 'POST /api/health-records']);
    expect(second).toEqual(first);
    expect(onSaved.mock.lastCall?.[0]).toMatchObject({ kind: 'checkup', healthStatus: '2', weightGrams: 18_824, version: 1 });
  });

  test.each([
    ['', 0],
    ['5', 5],
  ])('a checkup is asked for withdrawals only where something was given, and None is 0 days: %j', async (milk, milkDays) => {
    const { savedAs } = await show('checkup', { answers: [Response.json({ id: animal.id, version: 1, createdAt: '' })] });
    expect(screen.queryByLabelText('Meat withdrawal (days)')).toBeNull();
    await press(/Fair/, 'radio');
    await type('Medication', 'Drench');
    await type('Meat withdrawal (days)', 'x');
    await userEvent.clear(field('Medication'));
    expect(screen.queryByLabelText('Meat withdrawal (days)')).toBeNull();
    await press('CD&T', 'checkbox');
    if (milk !== '') await type('Milk withdrawal (days)', milk);
    await press('None: 0 days');
    const days = { meatWithdrawalDays: 0, milkWithdrawalDays: milkDays };
    expect(await savedAs()).toMatchObject([{ cdnt: true, medication: '', ...days }]);
  });

  test('a treatment has withdrawals, each with its end', async () => {
    const { savedAs } = await show('treatment');
    await type('Product', 'Drench');
    await press('Add withdrawal');
    await press('Meat', 'radio');
    await save();
    await screen.findByText('Enter the number of days or the day it is clear on.');
    await type('Days', '14');
    const withdrawals = [{ product: 'meat', days: 14, clearOn: null }];
    expect(await savedAs()).toMatchObject([{ events: [{ productName: 'Drench', withdrawals }] }]);
  });

  test('a birth has as many young as there are lines; one that is removed takes its values along, and those after it stay', async () => {
    const { savedAs } = await show('birth');
    for (const _ of [2, 3]) await press('Add young');
    for (const name of ['Buck', 'Alive'])
      for (const choice of screen.getAllByRole('radio', { name })) await userEvent.click(choice);
    const tags = () => screen.getAllByLabelText<HTMLInputElement>('Tag number');
    for (const [index, input] of tags().entries()) await userEvent.type(input, `K-${index + 1}`);
    await press('Remove young 2');
    expect(tags().map(({ value }) => value)).toEqual(['K-1', 'K-3']);
    const young = ['K-1', 'K-3'].map((tagNumber) => ({ tagNumber, sex: 'male', state: 'alive', weightGrams: null }));
    expect(await savedAs()).toMatchObject([{ events: [{ young }] }]);
  });

  test('a sale in withdrawal says until when, and a reason can be given', async () => {
    const message = 'No meat until 2026-12-04. Give a reason for going on.';
    const { savedAs } = await show('sale', { answers: [refusal(409, 'animals.in_withdrawal', message)] });
    await save();
    const reason = screen.getByRole('textbox', { name: 'Reason' });
    await waitFor(() => expect(document.activeElement).toBe(reason));
    expect(document.getElementById(reason.getAttribute('aria-describedby') ?? '')?.textContent).toContain(message);
    await type('Reason', 'For breeding');
    expect((await savedAs())[1]).toMatchObject({ events: [{ reason: 'For breeding', price: null }] });
  });
});

describe('moving a female with her young', () => {
  const young = buildAnimal({ id: '018f2b6e-7c1a-7c3e-8a55-0242ac120003', motherId: animal.id, birthDate: ago(9) });
  const reads = { '/api/animals': [animal, young], '/api/places': [{ id: 'mill', name: 'Mill Field', archivedAt: null }] };

  test('goes on with the day and the place that were chosen, and leaves no draft of her own move', async () => {
    const { router } = await show('move', { reads });
    await choose('Place', 'Mill Field');
    const day = ago(1);
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: day } });
    expect(hasDrafts('ada oak')).toBe(true);
    await press('Move it too');
    await waitFor(() => expect(router.state.location.pathname).toBe('/work/new'));
    const handedOver = { animalIds: [animal.id, young.id], move: { placeId: 'mill', groupId: null, day } };
    expect(router.state.location.state).toMatchObject(handedOver);
    expect(hasDrafts('ada oak')).toBe(false);
  });
});

test('changing an event sends a whole one with the version that was seen', async () => {
  const event = recordedEvent({ kind: 'weighing', weightGrams: 18_824, note: 'Wet' }, { version: 7 });
  const { sent, savedAs } = await show('weighing', { event, answers: [Response.json(event)] });
  expect(field('Weight (lbs)').value).toBe('41.5');
  await type('Weight (lbs)', '42,5');
  expect(await savedAs()).toMatchObject([{ kind: 'weighing', version: 7, weightGrams: 19_278, note: 'Wet', day: event.day }]);
  expect(sent[0]?.[0]).toBe(`POST /api/events/${event.id}/replace`);
});

describe('a product of the farm', () => {
  const product = {
    id: idOf(9),
    name: 'Drench',
    kind: 'dewormer',
    unit: 'ml',
    withdrawals: [
      { species: null, product: 'meat', days: 14, source: 'Label' },
      { species: 'sheep', product: 'milk', days: 5, source: 'Label' },
    ],
    stock: [] as object[],
    note: null,
    archivedAt: null,
  };
  const use = (detail: object) =>
    recordedEvent({ kind: 'treatment', productId: product.id, productName: 'Drench', unit: 'ml', day: '2026-05-02', ...detail });

  async function openProducts(): Promise<void> {
    await waitFor(() => expect(screen.getByLabelText('Product').localName).toBe('button'));
    await userEvent.click(screen.getByLabelText('Product'));
  }

  async function chosen(changed: object, events: readonly object[], states: readonly object[] = []) {
    const products = [
      { ...product, id: idOf(8), name: 'Aspirin' },
      { ...product, ...changed },
    ];
    const shown = await show('treatment', {
      reads: { '/api/products': products, '/api/events': events, '/api/animal-states': states },
    });
    await openProducts();
    // The one that was used last comes first.
    await waitFor(() => expect(screen.getAllByRole('option')[0]?.textContent).toContain('Drench'));
    await press(/Drench/, 'option');
    return shown;
  }

  test('fills in its unit, its withdrawals for the species, and the dose and batch of its last use', async () => {
    const { savedAs } = await chosen({}, [use({ dose: 2.5, batch: 'L-9' })]);
    screen.getByText('Meat 14 days. Source: Label');
    const withdrawals = [{ product: 'meat', days: 14, clearOn: null }];
    const event = { productId: product.id, productName: 'Drench', unit: 'ml', dose: 2.5, batch: 'L-9', withdrawals };
    expect(await savedAs()).toMatchObject([{ events: [event] }]);
  });

  test('with stock says what is left, and proposes another batch when that of the last use is empty', async () => {
    const bought = (batch: string, expiry: string) => ({
      batch,
      expiry,
      boughtOn: '2026-05-01',
      bottles: 1,
      amount: 100,
      endedOn: null,
    });
    const stock = [bought('L-9', '2030-01-31'), bought('M-1', '2030-02-28')];
    const { savedAs } = await chosen({ stock }, [use({ dose: 100, batch: 'L-9' }), use({ dose: 30, batch: 'M-1' })]);
    await screen.findByText(/^70 of 100 ml left\./);
    expect(await savedAs()).toMatchObject([{ events: [{ productId: product.id, batch: 'M-1', expiry: '2030-02-28' }] }]);
  });

  test('with a dose by weight proposes the dose for the last weight, and an expired batch is said to be', async () => {
    const expiry = { batch: 'L-9', expiry: '2024-10-31' };
    const weighed = { animalId: animal.id, lastWeightGrams: 42_000, lastWeightDay: '2026-05-01' };
    const perWeight = { doseAmount: 1, doseWeight: 10, doseWeightUnit: 'kg' };
    const { savedAs } = await chosen(perWeight, [use({ dose: 2.5, ...expiry })], [weighed]);
    await screen.findByText(/^1 ml per 10 kg: 4.2 ml for 92.6 lbs on /);
    screen.getByText(/^This batch expired on Thu, Oct 31/);
    expect(await savedAs()).toMatchObject([{ events: [{ dose: 4.2, ...expiry }] }]);
  });
});
