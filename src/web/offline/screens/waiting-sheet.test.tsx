import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, renderHook, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import type { FarmRole } from '#domain/accounts/members.ts';
import type { Outage } from '#web/lib/server/outage.ts';
import { asWaiting } from '#web/lib/server/waiting-reply.ts';
import { currentUserQuery } from '#web/lib/session/session.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { useToasts } from '#web/lib/use-toast.ts';
import type { StoredOperation } from '../queue/operation.ts';
import type { FarmCopy } from '../copy/farm-copy.ts';
import { noRows } from '../copy/farm-rows.ts';
// What the sheet fetches later is there at once.
import '#web/animals/animal-form.tsx';
import '#web/farm-lists/move-form.tsx';
import '#web/journal/event-form.tsx';
import '#web/journal/tag-form.tsx';
import './correction-dialog.tsx';
import type { SyncStatus } from '../copy/shown-farm.ts';
import { SignOutDialog } from './sign-out-dialog.tsx';
import { WaitingSheet } from './waiting-sheet.tsx';

const animalId = '018f2b6e-7c1a-7c3e-8a55-0242ac120002';
const animal = buildAnimal({ id: animalId, tagNumber: 'MJ-02', name: 'Mabel', birthDate: '2024-03-01' });

const operation = (id: string, label: string, rest: Partial<StoredOperation> = {}): StoredOperation => ({
  seq: 1,
  id,
  shape: 1,
  call: 'recordEvents',
  params: {},
  body: { events: [] },
  needs: [],
  label,
  madeAt: new Date(2026, 10, 20, 7, 14).toISOString(),
  clockSkewMs: 0,
  state: 'waiting',
  attempts: 0,
  ...rest,
});

const refused = (last: Partial<StoredOperation['last'] & object>): Partial<StoredOperation> => ({
  state: 'refused',
  last: { id: 'x', outcome: 'refused', status: 409, ...last },
});

class FakeCopy {
  readonly user = { username: 'ada', subscriptionPlan: 'basic', subscriptionStatus: 'active', animalLimit: 10 };
  readonly rows = { ...noRows, animals: new Map([[animalId, animal]]) };
  readonly listeners = new Set<() => void>();
  status: SyncStatus;
  synchronize = vi.fn<() => Promise<void>>(async () => {});
  retryLast = vi.fn<(operations: readonly StoredOperation[]) => Promise<void>>(async () => {});
  retry = vi.fn<(operations: readonly StoredOperation[]) => Promise<void>>(async () => {});
  resend = vi.fn<(operation: StoredOperation, body: unknown) => Promise<void>>(async () => {});
  discard = vi.fn<(operations: readonly StoredOperation[]) => Promise<void>>(async (gone) => {
    this.show(this.status.operations.filter((one) => !gone.includes(one)));
  });

  constructor(operations: readonly StoredOperation[], outage?: Outage) {
    this.status = { operations, outage, isSending: false };
  }

  get waiting(): number {
    return this.status.operations.length;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  show(operations: readonly StoredOperation[]): void {
    this.status = { ...this.status, operations };
    for (const listener of this.listeners) listener();
  }
}

async function open(
  copy: FakeCopy,
  Dialog: typeof WaitingSheet | typeof SignOutDialog = WaitingSheet,
  farmRole: FarmRole = 'owner',
): Promise<HTMLElement> {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false }, mutations: { networkMode: 'always' } } });
  client.setQueryData(currentUserQuery.queryKey, { farmRole } as never);
  const Page = () => <Dialog copy={copy as unknown as FarmCopy} isOpen onClose={() => {}} />;
  const routeTree = createRootRoute({ component: Page, notFoundComponent: Page, staticData: { access: 'anyone' } });
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/animals'] }) });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return screen.findByRole('dialog');
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('the sheet of what waits', () => {
  test('says what, when and who, in the three words alone', async () => {
    const copy = new FakeCopy([
      operation('a', 'Weight of MJ-02'),
      operation('b', 'Checkup of MJ-02', refused({ message: 'Enter a date that is not in the future' })),
    ]);
    const sheet = await open(copy);
    const onThisPhone = within(screen.getByRole('region', { name: 'Not sent yet' }));
    expect(onThisPhone.getByText('Weight of MJ-02')).toBeDefined();
    expect(onThisPhone.getByText(/Nov 20, 07:14/).textContent).toContain('Nov 20, 07:14');
    expect(onThisPhone.getByText(/ada/)).toBeDefined();
    const needsYou = within(screen.getByRole('region', { name: 'Needs you' }));
    expect(needsYou.getByText('Enter a date that is not in the future')).toBeDefined();
    expect(sheet.textContent).not.toMatch(/saved/i);
  });

  test('of a fault of the server says that what waits is kept and is tried again by itself', async () => {
    const copy = new FakeCopy([operation('a', 'Weight of MJ-02')], { cause: 'serverFault', since: new Date().toISOString() });
    const sheet = await open(copy);
    expect(within(sheet).getByRole('heading', { name: /^Server fault since/ })).toBeDefined();
    expect(sheet.textContent).toMatch(/What is not sent yet is kept here and sent again automatically/);
    expect(sheet.textContent).not.toMatch(/signal/);
  });

  test('sends now, and tries again what was refused', async () => {
    const wrong = operation('b', 'Weight of MJ-02', refused({ message: 'Wrong' }));
    const copy = new FakeCopy([wrong]);
    await open(copy);
    await press('Send now');
    expect(copy.synchronize).toHaveBeenCalledOnce();
    await press('Try again');
    expect(copy.retry).toHaveBeenCalledExactlyOnceWith([wrong]);
  });

  test('deletes only after asking, together with what needs it and with the toast that would say it is recorded', async () => {
    const [first, second] = [operation('a', 'MJ-09 added'), operation('b', 'Weight of MJ-09', { needs: ['a'] })];
    const copy = new FakeCopy([first, second, operation('c', 'Weight of MJ-02')]);
    await open(copy);
    toastSaved(asWaiting({}), { title: 'Recorded' });
    const toasts = renderHook(useToasts).result;
    await press("More for 'MJ-09 added'");
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete this' }));
    const question = await screen.findByRole('alertdialog', { name: "Delete 'MJ-09 added'?" });
    expect(question.textContent).toContain('An entry that needs it is deleted with it.');
    expect(copy.discard).not.toHaveBeenCalled();
    expect(toasts.current).toMatchObject([{ open: true }]);
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(copy.discard).toHaveBeenCalledExactlyOnceWith([first, second]);
    expect(toasts.current).toMatchObject([{ open: false }]);
  });

  test('sends an animal in withdrawal with the reason that is typed', async () => {
    const sale = operation('a', 'Change of MJ-02', {
      call: 'changeAnimal',
      params: { id: animalId },
      body: { status: 'sold' },
      ...refused({ code: 'animals.in_withdrawal', message: 'This animal is in withdrawal.' }),
    });
    const copy = new FakeCopy([sale]);
    await open(copy);
    await press('Send with this reason');
    expect(await screen.findByText('Say why')).toBeDefined();
    await userEvent.type(screen.getByLabelText('Reason'), 'for breeding');
    await press('Send with this reason');
    await waitFor(() => expect(copy.resend).toHaveBeenCalledExactlyOnceWith(sale, { status: 'sold', reason: 'for breeding' }));
  });

  test('of a birth that another device has recorded asks whether it is another one, and saves it then', async () => {
    const message = 'A birth of hers on May 1, 2026 is recorded already.';
    const body = { events: [{ kind: 'birth', animalId, young: [{ sex: 'female' }] }] };
    const birth = operation('a', 'Birth of MJ-02', {
      body: { ...body, knownBirthDays: [] },
      state: 'clash',
      last: { id: 'a', outcome: 'clash', code: 'record.stale', message },
    });
    const copy = new FakeCopy([birth]);
    await open(copy);
    expect(screen.getByText(message)).toBeDefined();
    await press('Save again');
    await waitFor(() => expect(copy.resend).toHaveBeenCalledExactlyOnceWith(birth, body));
  });

  test('tries again together what waits for room', async () => {
    const full = refused({ code: 'plan.limit_reached', message: 'Animal limit reached.' });
    const animals = [operation('a', 'MJ-09 added', full), operation('b', 'MJ-10 added', full)];
    const weight = operation('c', 'Weight of MJ-09', { needs: ['a'] });
    const copy = new FakeCopy([...animals, weight]);
    await open(copy);
    const room = within(screen.getByRole('region', { name: 'Needs you: waits for room' }));
    expect(room.getByText('Weight of MJ-09')).toBeDefined();
    expect(room.getByRole('link', { name: 'Choose a plan' })).toBeDefined();
    await userEvent.click(room.getByRole('button', { name: 'Try again' }));
    expect(room.getByText(/room for 10 active animals/)).toBeDefined();
    expect(copy.retryLast).toHaveBeenCalledExactlyOnceWith([...animals, weight]);
  });

  test('offers a worker no plan for what waits for room', async () => {
    const full = refused({ code: 'plan.limit_reached', message: 'Animal limit reached.' });
    await open(new FakeCopy([operation('a', 'MJ-09 added', full)]), WaitingSheet, 'worker');
    const room = within(screen.getByRole('region', { name: 'Needs you: waits for room' }));
    expect(room.getByText(/mark some animals as sold/).textContent).not.toMatch(/choose a plan/);
    expect(room.queryByRole('link', { name: 'Choose a plan' })).toBeNull();
  });

  test('saves a copy as a file that a person can read', async () => {
    const made: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      made.push(blob as Blob);
      return '#file';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      expect(this.download).toMatch(/^bellwether-waiting-\d{4}-\d\d-\d\d\.json$/);
    });
    await open(new FakeCopy([operation('a', 'Weight of MJ-02', { body: { events: [{ kind: 'weighing' }] } })]));
    await press('Save a copy as a file');
    expect(JSON.parse(await made[0]!.text())).toEqual([
      {
        label: 'Weight of MJ-02',
        when: new Date(2026, 10, 20, 7, 14).toISOString(),
        state: 'Not sent yet',
        call: 'recordEvents',
        params: {},
        body: { events: [{ kind: 'weighing' }] },
      },
    ]);
    vi.restoreAllMocks();
  });

  test('opens the form with what was typed and the message at its field; what is corrected is no longer refused', async () => {
    const event = { id: '018f2b6e-7c1a-7c3e-8a55-0242ac120009', kind: 'note', animalId, day: '2026-11-20', note: 'limps' };
    const wrong = operation('a', 'Note of MJ-02', {
      body: { events: [event] },
      ...refused({ message: 'Wrong day', errors: [{ path: 'events.0.day', message: 'Choose an earlier day' }] }),
    });
    const sent: { events: (typeof event)[] }[] = [];
    vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
      sent.push(JSON.parse(body as string) as (typeof sent)[number]);
      return Response.json({ events: [event] }, { status: 201 });
    });
    const copy = new FakeCopy([wrong]);
    await open(copy);
    await press('Change');
    const note = await screen.findByDisplayValue('limps');
    const form = within(screen.getByRole('dialog', { name: 'Note' }));
    expect(await form.findByText('Choose an earlier day')).toBeDefined();
    await userEvent.type(note, ' a little');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(copy.discard).toHaveBeenCalledExactlyOnceWith([wrong]));
    expect(sent[0]!.events[0]).toMatchObject({ id: event.id, note: 'limps a little', day: '2026-11-20' });
  });

  test('asks in the form of the record what both sides have changed', async () => {
    const clash = operation('a', 'Change of MJ-02', {
      call: 'changeAnimal',
      params: { id: animalId },
      body: { name: 'Maud', version: 1 },
      seen: { ...animal, name: 'Mae' },
      state: 'clash',
      last: { id: 'a', outcome: 'clash', code: 'record.stale' },
    });
    await open(new FakeCopy([clash]));
    await press('Choose');
    const alert = await screen.findByText('This animal has been changed elsewhere');
    expect(alert).toBeDefined();
    expect(screen.getByRole('radio', { name: /Yours\s*Maud/ })).toBeDefined();
    expect(screen.getByRole('radio', { name: /Theirs\s*Mabel/ })).toBeDefined();
  });
});

describe('what is refused', () => {
  const answering = (reply: (body: never) => object) => {
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
      sent.push(JSON.parse(body as string));
      return Response.json(reply(sent.at(-1) as never), { status: 201 });
    });
    return sent;
  };

  test('of a number is corrected in the form of numbers', async () => {
    const id = '018f2b6e-7c1a-7c3e-8a55-0242ac120009';
    const wrong = operation('a', 'Number of MJ-02', {
      call: 'addAnimalTag',
      body: { id, animalId, kind: 'tattoo', number: 'X7', fromDay: '2023-01-01', toDay: null },
      ...refused({ message: 'Wrong', errors: [{ path: 'fromDay', message: 'Choose a day after its birth' }] }),
    });
    const sent = answering((body: object) => body);
    const copy = new FakeCopy([wrong]);
    await open(copy);
    await press('Change');
    const number = await screen.findByDisplayValue('X7');
    const form = within(screen.getByRole('dialog', { name: 'Add a number' }));
    expect(await form.findByText('Choose a day after its birth')).toBeDefined();
    await userEvent.clear(number);
    await userEvent.type(number, 'X8');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(copy.discard).toHaveBeenCalledExactlyOnceWith([wrong]));
    expect(sent).toEqual([{ id, animalId, kind: 'tattoo', number: 'X8', fromDay: '2023-01-01', toDay: null }]);
  });

  test('of a checkup that names a medicine and has no weight keeps the medicine', async () => {
    const body = { animalId, date: '2026-11-20', healthStatus: '2', weightLbs: null, medication: 'Drench', notes: 'Thin' };
    const wrong = operation('a', 'Checkup of MJ-02', {
      call: 'addHealthRecord',
      body: { ...body, id: '018f2b6e-7c1a-7c3e-8a55-0242ac120009' },
      ...refused({ message: 'Wrong', errors: [{ path: 'date', message: 'Choose an earlier day' }] }),
    });
    const sent = answering((sentBody: object) => ({ ...sentBody, version: 1, createdAt: '' }));
    const copy = new FakeCopy([wrong]);
    await open(copy);
    await press('Change');
    const form = within(await screen.findByRole('dialog', { name: 'Checkup' }));
    expect(await form.findByText('Choose an earlier day')).toBeDefined();
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(copy.discard).toHaveBeenCalledExactlyOnceWith([wrong]));
    expect(sent).toMatchObject([body]);
  });

  test('of a number that was changed elsewhere too is chosen in the form of numbers', async () => {
    const stored = { id: 'tag', animalId, kind: 'tattoo', number: 'X1', fromDay: null, toDay: null, version: 2, createdAt: '' };
    const clash = operation('a', 'Number of MJ-02', {
      call: 'changeAnimalTag',
      params: { id: 'tag' },
      body: { number: 'X2', version: 1 },
      seen: { ...stored, number: 'X0', version: 1 },
      state: 'clash',
      last: { id: 'a', outcome: 'clash', code: 'record.stale' },
    });
    const copy = new FakeCopy([clash]);
    await open(Object.assign(copy, { rows: { ...copy.rows, animalTags: new Map([['tag', stored]]) } }));
    await press('Choose');
    await screen.findByText('This number has been changed elsewhere');
    expect(screen.getByRole('radio', { name: /Yours\s*X2/ })).toBeDefined();
    expect(screen.getByRole('radio', { name: /Theirs\s*X1/ })).toBeDefined();
  });

  test('of a move of several animals is corrected for those that are still here, with the same ids', async () => {
    const move = (id: string, ofAnimal: string) => ({
      id: `018f2b6e-7c1a-7c3e-8a55-0242ac12000${id}`,
      kind: 'move',
      animalId: ofAnimal,
      day: '2026-01-02',
      placeId: '018f2b6e-7c1a-7c3e-8a55-0242ac12000c',
      groupId: null,
      leavesGroup: false,
    });
    const [here, gone] = [move('1', animalId), move('2', 'gone')];
    const wrong = operation('a', 'Move of 2 animals', {
      body: { events: [here, gone] },
      ...refused({ message: 'One of these animals was sold before.' }),
    });
    const sent = answering((body: object) => body);
    const copy = new FakeCopy([wrong]);
    await open(copy);
    await press('Change');
    await userEvent.click(await screen.findByRole('button', { name: 'Move' }));
    await waitFor(() => expect(copy.discard).toHaveBeenCalledExactlyOnceWith([wrong]));
    expect(sent).toEqual([{ events: [here] }]);
  });

  test('where no form can help is tried again or deleted', async () => {
    const deletion = operation('a', 'Deletion of MJ-02', {
      call: 'deleteAnimal',
      params: { id: animalId },
      body: undefined,
      ...refused({ status: 403, message: 'You may not do this.' }),
    });
    const copy = new FakeCopy([deletion]);
    await open(copy);
    expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
    await press('Try again');
    expect(copy.retry).toHaveBeenCalledExactlyOnceWith([deletion]);
    await press('Delete');
    expect(await screen.findByRole('alertdialog', { name: "Delete 'Deletion of MJ-02'?" })).toBeDefined();
  });

  test('because it was done elsewhere is not tried again', async () => {
    const gone = refused({ status: 404, code: 'animals.not_found', message: 'Animal not found' });
    await open(new FakeCopy([operation('a', 'Deletion of MJ-02', { call: 'deleteAnimal', params: { id: 'x' }, ...gone })]));
    expect(screen.getByText('It has already been done elsewhere. Nothing is left to do.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('because of a change elsewhere, without a form for it, is done all the same or deleted', async () => {
    const undo = operation('a', 'Undo for MJ-02', {
      call: 'voidEvent',
      params: { id: 'e' },
      body: { version: 1, reason: 'wrong animal' },
      state: 'clash',
      last: { id: 'a', outcome: 'clash', code: 'record.stale' },
    });
    const copy = new FakeCopy([undo]);
    await open(copy);
    await press('Do it anyway');
    await waitFor(() => expect(copy.resend).toHaveBeenCalledExactlyOnceWith(undo, { reason: 'wrong animal' }));
  });
});

describe('signing out of what waits', () => {
  const ended = () => vi.fn<(url: string) => Promise<Response>>(async () => Response.json({ message: '' }));

  test('deletes it only when its number is typed', async () => {
    const fetched = ended();
    vi.stubGlobal('fetch', fetched);
    await open(new FakeCopy([operation('a', 'A'), operation('b', 'B')]), SignOutDialog);
    await press('Delete them');
    await userEvent.type(screen.getByLabelText('How many entries will be deleted?'), '3');
    await press('Delete and sign out');
    expect(await screen.findByText('Type 2 to delete them')).toBeDefined();
    expect(fetched).not.toHaveBeenCalled();
    await userEvent.clear(screen.getByLabelText('How many entries will be deleted?'));
    await userEvent.type(screen.getByLabelText('How many entries will be deleted?'), '2');
    await press('Delete and sign out');
    await waitFor(() => expect(fetched).toHaveBeenCalledOnce());
  });

  test('does not sign out of what could not be sent', async () => {
    const fetched = ended();
    vi.stubGlobal('fetch', fetched);
    await open(new FakeCopy([operation('a', 'A')], { cause: 'noSignal', since: new Date().toISOString() }), SignOutDialog);
    await press('Send now');
    expect(await screen.findByText(/There is no signal/)).toBeDefined();
    expect(fetched).not.toHaveBeenCalled();
  });

  test('signs out by itself once everything is sent', async () => {
    const fetched = ended();
    vi.stubGlobal('fetch', fetched);
    const copy = new FakeCopy([operation('a', 'A')]);
    copy.synchronize.mockImplementation(async () => copy.show([]));
    await open(copy, SignOutDialog);
    await press('Send now');
    await waitFor(() => expect(fetched).toHaveBeenCalledOnce());
  });
});
