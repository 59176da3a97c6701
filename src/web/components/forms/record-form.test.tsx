import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, userEvent, waitFor } from '#test/show-pages.tsx';
import { describe, expect, test } from 'vitest';
import { ApiError, NetworkError } from '#web/lib/server/api.ts';
import { findDraft, hasDrafts } from '#web/lib/forms/drafts.ts';
import { createQueryClient } from '#web/lib/server/query.ts';
import { currentUserQuery } from '#web/lib/session/session.ts';
import { Form, SubmitButton, TextField } from './form.tsx';
import { type RecordDraft, RecordNotices, useRecordForm } from './record-form.tsx';

interface Values {
  readonly name: string;
  readonly area: string;
}

interface Place extends Values {
  readonly id: string;
  readonly version: number;
  readonly owner: string;
}

type Sent = Values & Readonly<Record<'id' | 'version' | 'owner' | 'answer', unknown>>;
type Question = (save: (answer?: string) => Promise<object | undefined>) => Promise<object | undefined>;

const opened: Place = { id: 'p', version: 1, name: 'Barn', area: '5', owner: 'Ann' };
const draftOf = () => findDraft<RecordDraft<Place, Values>>('ada oak', 'place')?.typed;
const conflict = (code: string) => new ApiError(409, JSON.stringify({ code, message: code }));

/** What is stored now, and what it is sent; `refusals` are thrown first. */
function server({ now = opened, refusals = [] as Error[] } = {}) {
  const sent: Sent[] = [];
  const save = async (place: Sent): Promise<object> => {
    sent.push(place);
    const refusal = refusals.shift();
    if (refusal) throw refusal;
    if (place.version !== undefined && place.version !== now.version) throw conflict('record.stale');
    return {};
  };
  return { now, sent, save };
}

interface Opening {
  readonly at: ReturnType<typeof server>;
  readonly stored?: Place | undefined;
  readonly ask?: Question;
  readonly farmId?: string;
  readonly isOfWindow?: boolean;
}

function PlaceForm({ at, stored, ask, isOfWindow = false }: Opening) {
  const record = useRecordForm<Place, Values, Values, object, string>({
    what: 'This place',
    failure: 'Could not save this',
    stored,
    readStored: async () => at.now,
    mergeFields: (['name', 'area'] as const).map((field) => ({ label: field, fields: [field], show: (values) => values[field] })),
    valuesOf: (place) => ({ name: place?.name ?? '', area: place?.area ?? '' }),
    draft: { form: 'place', isOfWindow },
    send: (values, { id, version, record: base }, answer) => at.save({ id, version, owner: base?.owner, ...values, answer }),
    ...(ask && { ask }),
    onSaved: () => {},
  });
  return (
    <Form form={record.form} onSubmit={record.submit}>
      <RecordNotices record={record} />
      <TextField control={record.form.control} name="name" label="Name" />
      <TextField control={record.form.control} name="area" label="Area" />
      <SubmitButton busyLabel="Saving...">Save</SubmitButton>
    </Form>
  );
}

/** In a window of its own. */
function open(opening: Opening): void {
  cleanup();
  const client = createQueryClient(() => {});
  client.setQueryData(currentUserQuery.queryKey, { id: 'ada', farmId: opening.farmId ?? 'oak' } as never);
  render(
    <QueryClientProvider client={client}>
      <PlaceForm {...opening} />
    </QueryClientProvider>,
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const rename = async (text: string) => {
  await userEvent.clear(field('Name'));
  await userEvent.type(field('Name'), text);
};
const save = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Save' });
};

describe('the draft of a record', () => {
  test.each([false, true])('is opened again on its farm, and on no other; of the window alone: %s', async (isOfWindow) => {
    open({ at: server(), isOfWindow });
    await rename('Hut');
    open({ at: server(), isOfWindow, farmId: 'elm' });
    expect(field('Name').value).toBe('');
    open({ at: server(), isOfWindow });
    expect(field('Name').value).toBe('Hut');
    expect(hasDrafts(null)).toBe(isOfWindow);
  });

  test('asks again after a reload which of two changes is kept', async () => {
    const at = server({ now: { ...opened, version: 2, name: 'Shed' } });
    open({ at, stored: opened });
    await rename('Hut');
    await save();
    await screen.findByText('This place has been changed elsewhere');
    open({ at, stored: at.now });
    expect(field('Name').value).toBe('Hut');
    await save();
    await screen.findByRole('radio', { name: /Shed/ });
    expect(at.sent.map(({ version }) => version)).toEqual([1, 1]);
  });

  test.each([
    ['keeps the id of a record that may have arrived', new NetworkError('lost'), true],
    ['forgets the id that has been taken', conflict('create.conflict'), false],
  ])('%s, and has none before it is sent', async (_, failure, isKept) => {
    const at = server({ refusals: [failure] });
    open({ at });
    await rename('Hut');
    expect(draftOf()).toEqual({ values: { name: 'Hut', area: '' } });
    await save();
    open({ at });
    await save();
    const [first, second] = at.sent;
    expect([at.sent.length, second?.id === first?.id]).toEqual([2, isKept]);
    await waitFor(() => expect(draftOf()).toBeUndefined());
  });
});

describe('a change that is sent again on top of theirs', () => {
  test('is based on their record and takes the answer given before', async () => {
    const at = server({ now: { ...opened, version: 2, owner: 'Ben' } });
    let questions = 0;
    const ask: Question = (saveWith) => {
      questions += 1;
      return saveWith('yes');
    };
    open({ at, stored: opened, ask });
    await rename('Hut');
    await save();
    await waitFor(() => expect(at.sent).toHaveLength(2));
    expect(at.sent[1]).toMatchObject({ version: 2, owner: 'Ben', name: 'Hut', answer: 'yes' });
    expect(questions).toBe(1);
  });

  test('has what they have changed alone and what the person chooses, who may still decide against saving', async () => {
    const at = server({ now: { ...opened, version: 2, name: 'Shed', area: '7' } });
    let isMeant = true;
    open({ at, stored: opened, ask: async (saveWith) => (isMeant ? saveWith() : undefined) });
    await rename('Hut');
    await save();
    await screen.findByRole('radio', { name: /Shed/ });
    isMeant = false;
    await save();
    await userEvent.click(await screen.findByRole('radio', { name: /Shed/ }));
    expect(at.sent).toHaveLength(1);
    isMeant = true;
    await save();
    await waitFor(() => expect(at.sent[1]).toMatchObject({ version: 2, name: 'Shed', area: '7' }));
  });
});
