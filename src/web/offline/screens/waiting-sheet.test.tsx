import { fakeApi, press, renderHook, screen, showPart, userEvent, waitFor, within } from '#test/show-pages.tsx';
import { describe, expect, test, vi } from 'vitest';
import { buildAnimal, idOf } from '#test/build-animal.ts';
import type { FarmRole } from '#domain/accounts/members.ts';
import type { Outage } from '#web/lib/server/outage.ts';
import { Signal } from '#web/lib/signal.ts';
import { asWaiting } from '#web/lib/server/waiting-reply.ts';
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

const made = { madeAt: new Date(2026, 10, 20, 7, 14).toISOString(), clockSkewMs: 0, state: 'waiting', attempts: 0, needs: [] };
const operation = (id: string, label: string, rest: Partial<StoredOperation> = {}) =>
  ({ id, label, call: 'recordEvents', params: {}, body: { events: [] }, ...made, ...rest }) as StoredOperation;

const refused = (last: Partial<StoredOperation['last'] & object>): Partial<StoredOperation> => ({
  state: 'refused',
  last: { id: 'x', outcome: 'refused', status: 409, ...last },
});
const clash = (message?: string): Partial<StoredOperation> => ({
  state: 'clash',
  last: { id: 'x', outcome: 'clash', code: 'record.stale', ...(message !== undefined && { message }) },
});

class FakeCopy {
  readonly user = { username: 'ada', subscriptionPlan: 'basic', subscriptionStatus: 'active', animalLimit: 10 };
  rows = { ...noRows, animals: new Map([[animalId, animal]]) };
  readonly #changes = new Signal();
  readonly subscribe = this.#changes.subscribe;
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

  show(operations: readonly StoredOperation[]): void {
    this.status = { ...this.status, operations };
    this.#changes.tell();
  }
}

/** Resolves with what is sent, which the server takes as it is. */
async function open(
  copy: FakeCopy,
  Dialog: typeof WaitingSheet | typeof SignOutDialog = WaitingSheet,
  farmRole: FarmRole = 'owner',
) {
  const sent = fakeApi({ '/api/animals': [animal] }, (_, body: object | undefined) => body ?? { message: '' });
  showPart(() => <Dialog copy={copy as unknown as FarmCopy} isOpen onClose={() => {}} />, { id: 'ada', farmRole });
  await screen.findByRole('dialog');
  return sent;
}

const part = (name: string) => within(screen.getByRole('region', { name }));
const bodies = (sent: readonly [string, unknown][]) => sent.map(([, body]) => body);

/** Opens the form of what was refused. */
const formOf = async (name: string) => {
  await press('Change');
  return within(await screen.findByRole('dialog', { name }));
};

describe('the sheet of what waits', () => {
  test('deletes only after asking, together with what needs it and with the toast that would say it is recorded', async () => {
    const [first, second] = [operation('a', 'MJ-09 added'), operation('b', 'Weight of MJ-09', { needs: ['a'] })];
    const copy = new FakeCopy([first, second, operation('c', 'Weight of MJ-02')]);
    await open(copy);
    toastSaved(asWaiting({}), { title: 'Recorded' });
    const toasts = renderHook(useToasts).result;
    await press("More for 'MJ-09 added'");
    await press('Delete this', 'menuitem');
    const question = await screen.findByRole('alertdialog', { name: "Delete 'MJ-09 added'?" });
    expect(question.textContent).toContain('An entry that needs it is deleted with it.');
    expect(copy.discard).not.toHaveBeenCalled();
    expect(toasts.current).toMatchObject([{ open: true }]);
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(copy.discard).toHaveBeenCalledExactlyOnceWith([first, second]);
    expect(toasts.current).toMatchObject([{ open: false }]);
  });

  test('sends an animal in withdrawal with the reason that is typed', async () => {
    const withheld = refused({ code: 'animals.in_withdrawal', message: 'This animal is in withdrawal.' });
    const change = { call: 'changeAnimal', params: { id: animalId }, body: { status: 'sold' } } as const;
    const sale = operation('a', 'Change of MJ-02', { ...change, ...withheld });
    const copy = new FakeCopy([sale]);
    await open(copy);
    await press('Send with this reason');
    await screen.findByText('Say why');
    await userEvent.type(screen.getByLabelText('Reason'), 'for breeding');
    await press('Send with this reason');
    await waitFor(() => expect(copy.resend).toHaveBeenCalledExactlyOnceWith(sale, { status: 'sold', reason: 'for breeding' }));
  });

  test('of a birth that another device has recorded asks whether it is another one, and saves it then', async () => {
    const message = 'A birth of hers on May 1, 2026 is recorded already.';
    const body = { events: [{ kind: 'birth', animalId, young: [{ sex: 'female' }] }] };
    const birth = operation('a', 'Birth of MJ-02', { body: { ...body, knownBirthDays: [] }, ...clash(message) });
    const copy = new FakeCopy([birth]);
    await open(copy);
    screen.getByText(message);
    await press('Save again');
    await waitFor(() => expect(copy.resend).toHaveBeenCalledExactlyOnceWith(birth, body));
  });

  test.each(['owner', 'worker'] as const)(
    'tries again together what waits for room, and offers the owner a plan: %s',
    async (role) => {
      const full = refused({ code: 'plan.limit_reached', message: 'Animal limit reached.' });
      const animals = [operation('a', 'MJ-09 added', full), operation('b', 'MJ-10 added', full)];
      const weight = operation('c', 'Weight of MJ-09', { needs: ['a'] });
      const copy = new FakeCopy([...animals, weight]);
      await open(copy, WaitingSheet, role);
      const room = part('Needs you: waits for room');
      room.getByText('Weight of MJ-09');
      expect(room.queryAllByRole('link', { name: 'Choose a plan' })).toHaveLength(role === 'owner' ? 1 : 0);
      await userEvent.click(room.getByRole('button', { name: 'Try again' }));
      room.getByText(/room for 10 active animals/);
      expect(copy.retryLast).toHaveBeenCalledExactlyOnceWith([...animals, weight]);
    },
  );
});

describe('what is refused', () => {
  test.each<[what: string, form: string, Partial<StoredOperation> & { body: object }, path: string]>([
    [
      'of an event',
      'Note',
      { body: { events: [{ id: idOf(9), kind: 'note', animalId, day: '2026-11-20', note: 'limps' }] } },
      'events.0.day',
    ],
    [
      'of a number',
      'Add a number',
      { call: 'addAnimalTag', body: { animalId, kind: 'tattoo', number: 'X7', fromDay: '2023-01-01', toDay: null } },
      'fromDay',
    ],
    [
      'of a checkup that names a medicine and has no weight',
      'Checkup',
      {
        call: 'addHealthRecord',
        body: { animalId, date: '2026-11-20', healthStatus: '2', weightLbs: null, medication: 'Drench' },
      },
      'date',
    ],
  ])('%s is sent again from the form "%s" with all that it had', async (_, name, { body, ...call }, path) => {
    const wrong = operation('a', 'MJ-02', {
      ...call,
      body: 'events' in body ? body : { id: idOf(9), ...body },
      ...refused({ message: 'Wrong', errors: [{ path, message: 'Choose another day' }] }),
    });
    const copy = new FakeCopy([wrong]);
    const sent = await open(copy);
    const form = await formOf(name);
    await form.findByText('Choose another day');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(copy.discard).toHaveBeenCalledExactlyOnceWith([wrong]));
    expect(bodies(sent)).toMatchObject([body]);
  });

  const stored = { id: 'tag', animalId, kind: 'tattoo', number: 'X1', fromDay: null, toDay: null, version: 2, createdAt: '' };

  test.each<[what: string, yours: RegExp, theirs: RegExp, Partial<StoredOperation>]>([
    [
      'animal',
      /Yours\s*Maud/,
      /Theirs\s*Mabel/,
      { call: 'changeAnimal', params: { id: animalId }, body: { name: 'Maud', version: 1 }, seen: { ...animal, name: 'Mae' } },
    ],
    [
      'number',
      /Yours\s*X2/,
      /Theirs\s*X1/,
      { call: 'changeAnimalTag', params: { id: 'tag' }, body: { number: 'X2', version: 1 }, seen: { ...stored, number: 'X0' } },
    ],
  ])('because both sides have changed it is asked in the form of the %s', async (what, yours, theirs, change) => {
    const copy = new FakeCopy([operation('a', 'Change of MJ-02', { ...change, ...clash() })]);
    copy.rows = { ...copy.rows, animalTags: new Map([['tag', stored as never]]) };
    await open(copy);
    await press('Choose');
    await screen.findByText(`This ${what} has been changed elsewhere`);
    for (const name of [yours, theirs]) screen.getByRole('radio', { name });
    expect(copy.discard).not.toHaveBeenCalled();
  });

  test('where no form can help is tried again or deleted', async () => {
    const call = { call: 'deleteAnimal', params: { id: animalId }, body: undefined } as const;
    const deletion = operation('a', 'Deletion', { ...call, ...refused({ status: 403, message: 'You may not do this.' }) });
    const copy = new FakeCopy([deletion]);
    await open(copy);
    await press('Send now');
    expect(copy.synchronize).toHaveBeenCalledOnce();
    expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
    await press('Try again');
    expect(copy.retry).toHaveBeenCalledExactlyOnceWith([deletion]);
    await press('Delete');
    await screen.findByRole('alertdialog', { name: "Delete 'Deletion'?" });
  });

  test('because of a change elsewhere, without a form for it, is done all the same or deleted', async () => {
    const call = { call: 'voidEvent', params: { id: 'e' }, body: { version: 1, reason: 'wrong animal' } } as const;
    const undo = operation('a', 'Undo for MJ-02', { ...call, ...clash() });
    const copy = new FakeCopy([undo]);
    await open(copy);
    await press('Do it anyway');
    await waitFor(() => expect(copy.resend).toHaveBeenCalledExactlyOnceWith(undo, { reason: 'wrong animal' }));
  });
});

describe('signing out of what waits', () => {
  const signedOut = ['POST /api/auth/logout'];
  const calls = (sent: readonly [string, unknown][]) => sent.map(([call]) => call);

  test('deletes it only when its number is typed', async () => {
    const sent = await open(new FakeCopy([operation('a', 'A'), operation('b', 'B')]), SignOutDialog);
    await press('Delete them');
    const count = screen.getByLabelText('How many entries will be deleted?');
    await userEvent.type(count, '3');
    await press('Delete and sign out');
    await screen.findByText('Type 2 to delete them');
    expect(sent).toEqual([]);
    await userEvent.clear(count);
    await userEvent.type(count, '2');
    await press('Delete and sign out');
    await waitFor(() => expect(calls(sent)).toEqual(signedOut));
  });

  test('does not sign out of what could not be sent', async () => {
    const outage = { cause: 'noSignal', since: new Date().toISOString() } as const;
    const sent = await open(new FakeCopy([operation('a', 'A')], outage), SignOutDialog);
    await press('Send now');
    await screen.findByText(/There is no signal/);
    expect(sent).toEqual([]);
  });

  test('signs out by itself once everything is sent', async () => {
    const copy = new FakeCopy([operation('a', 'A')]);
    copy.synchronize.mockImplementation(async () => copy.show([]));
    const sent = await open(copy, SignOutDialog);
    await press('Send now');
    await waitFor(() => expect(calls(sent)).toEqual(signedOut));
  });
});
