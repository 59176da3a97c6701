import { act, press, screen, showPart } from '#test/show-pages.tsx';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { FarmRole } from '#domain/accounts/members.ts';
import { ApiError } from '#web/lib/server/api.ts';
import { type LocalCopy, setLocalCopy } from '#web/lib/server/local-copy.ts';
import { asWaiting, partOf } from '#web/lib/server/waiting-reply.ts';
import { Signal } from '#web/lib/signal.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { toastSaved, toastUndone } from '#web/lib/toast-saved.ts';
import { dismissToasts } from '#web/lib/use-toast.ts';
import { Toasts } from './toasts.tsx';

afterEach(() => {
  dismissToasts();
  setLocalCopy(undefined);
});

async function show(toast: () => void, farmRole: FarmRole = 'owner') {
  const onFollow = vi.fn<(to: string) => void>();
  await act(async () => showPart(() => <Toasts onFollow={onFollow} />, { farmRole }));
  act(toast);
  return onFollow;
}

const full = new ApiError(403, JSON.stringify({ code: 'plan.limit_reached', message: 'Animal limit reached.' }));

test.each(['owner', 'worker'] as const)('a failure for want of room leads an owner alone to the plans: %s', async (role) => {
  const onFollow = await show(() => toastFailure(full, 'Failed to add animal'), role);
  await screen.findByText('Animal limit reached.');
  expect(screen.queryAllByRole('button', { name: 'Upgrade Plan' })).toHaveLength(role === 'owner' ? 1 : 0);
  if (role === 'owner') await press('Upgrade Plan');
  expect(onFollow.mock.calls).toEqual(role === 'owner' ? [['/choose-plan']] : []);
});

const content = { title: 'Recorded', description: 'MJ-02 · 38.2 kg', action: { label: 'Undo', onPress: () => {} } };

test('what the server has answered is called saved, also a part of its reply', async () => {
  await show(() => toastSaved(partOf({}, { id: 'a' }), content));
  for (const text of ['Recorded', 'MJ-02 · 38.2 kg', 'Undo']) expect(screen.getByText(text)).toBeDefined();
});

describe('what was not sent yet', () => {
  const changes = new Signal();
  const copy = { waiting: 0, subscribe: changes.subscribe };
  const waits = (waiting: number) =>
    act(() => {
      copy.waiting = waiting;
      changes.tell();
    });

  async function showWaiting(toast: () => void) {
    waits(1);
    setLocalCopy(copy as LocalCopy);
    await show(toast);
    await screen.findByText('Not sent yet');
  }

  test('is called recorded as soon as nothing waits any more, and stays that while the next save waits', async () => {
    const reply = asWaiting({ events: [{ id: 'a' }] });
    await showWaiting(() => toastSaved(partOf(reply, reply.events[0]), content));
    screen.getByText('MJ-02 · 38.2 kg');
    screen.getByRole('button', { name: 'Undo' });
    expect(screen.queryByText('Recorded')).toBeNull();
    for (const waiting of [0, 1]) {
      waits(waiting);
      screen.getByText('Recorded');
      expect(screen.queryByText('Not sent yet')).toBeNull();
    }
  });

  test('says that it waits for room in the plan, until it has it', async () => {
    await showWaiting(() => toastSaved(asWaiting({}, 'room'), content));
    screen.getByText('Your plan is full: it will wait for room.');
    screen.getByRole('button', { name: 'Upgrade Plan' });
    waits(0);
    expect(screen.queryByRole('button', { name: 'Upgrade Plan' })).toBeNull();
  });

  test('names an undone act, and once it is sent says Undone only in the title', async () => {
    await showWaiting(() => toastUndone(asWaiting({}), '112 Ada'));
    screen.getByText('Undone: 112 Ada');
    waits(0);
    for (const text of ['Undone', '112 Ada']) expect(screen.getByText(text)).toBeDefined();
  });
});

test('after its button was pressed, the focus is on the page and not nowhere; one that closes by itself does not move it', async () => {
  const page = () => (
    <>
      <main id="main" tabIndex={-1} />
      <Toasts onFollow={() => {}} />
    </>
  );
  await act(async () => showPart(page));
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  act(() => toastSaved({}, content));
  act(() => void vi.advanceTimersByTime(10_000));
  vi.useRealTimers();
  expect(screen.queryByText('Recorded')).toBeNull();
  expect(document.activeElement).toBe(document.body);
  act(() => toastSaved({}, content));
  await press('Undo');
  expect(document.activeElement?.id).toBe('main');
});
