import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { FarmRole } from '#domain/accounts/members.ts';
import { showPart } from '#test/show-pages.tsx';
import { ApiError } from '#web/lib/server/api.ts';
import { type LocalCopy, setLocalCopy } from '#web/lib/server/local-copy.ts';
import { asWaiting } from '#web/lib/server/waiting-reply.ts';
import { Signal } from '#web/lib/signal.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { toastSaved, toastUndone } from '#web/lib/toast-saved.ts';
import { dismissToasts } from '#web/lib/use-toast.ts';
import { Toasts } from './toasts.tsx';

afterEach(() => {
  dismissToasts();
  setLocalCopy(undefined);
});

async function showFull(farmRole: FarmRole) {
  const onFollow = vi.fn<(to: string) => void>();
  await act(async () => showPart(() => <Toasts onFollow={onFollow} />, { farmRole }));
  const full = { code: 'plan.limit_reached', message: 'Animal limit reached.' };
  act(() => toastFailure(new ApiError(403, JSON.stringify(full)), 'Failed to add animal'));
  await screen.findByText('Animal limit reached.');
  return onFollow;
}

test('a failure for want of room in the plan leads an owner to the plans', async () => {
  const onFollow = await showFull('owner');
  await userEvent.click(screen.getByRole('button', { name: 'Upgrade Plan' }));
  expect(onFollow).toHaveBeenCalledExactlyOnceWith('/choose-plan');
});

test('a failure for want of room in the plan offers a worker no plan', async () => {
  await showFull('worker');
  expect(screen.queryByRole('button', { name: 'Upgrade Plan' })).toBeNull();
});

describe('what was not sent yet', () => {
  const changes = new Signal();
  const copy = { waiting: 0, subscribe: changes.subscribe };
  const waits = (waiting: number) =>
    act(() => {
      copy.waiting = waiting;
      changes.tell();
    });

  /** Resolves with what sends it. */
  async function showWaiting(toast: () => void, farmRole: FarmRole = 'owner') {
    waits(1);
    setLocalCopy(copy as LocalCopy);
    await act(async () => showPart(() => <Toasts onFollow={() => {}} />, { farmRole }));
    act(toast);
    await screen.findByText('Not sent yet');
    return () => {
      waits(0);
      expect(screen.queryByText('Not sent yet')).toBeNull();
    };
  }

  test('is said to be recorded as soon as nothing waits any more, and not to need room in the plan', async () => {
    const send = await showWaiting(() => toastSaved(asWaiting({}, 'room'), { title: 'Recorded', description: 'E-1: 2 lambs' }));
    screen.getByRole('button', { name: 'Upgrade Plan' });
    send();
    screen.getByText('Recorded');
    screen.getByText('E-1: 2 lambs');
    expect(screen.queryByRole('button', { name: 'Upgrade Plan' })).toBeNull();
  });

  test('names an undone act, and once it is sent says Undone only in the title', async () => {
    const send = await showWaiting(() => toastUndone(asWaiting({}), '112 Ada'));
    screen.getByText('Undone: 112 Ada');
    send();
    screen.getByText('Undone');
    expect(screen.getByText('112 Ada')).toBeDefined();
  });

  test('stays recorded while the next save waits', async () => {
    const send = await showWaiting(() => toastSaved(asWaiting({}), { title: 'Recorded' }));
    send();
    waits(1);
    screen.getByText('Recorded');
    expect(screen.queryByText('Not sent yet')).toBeNull();
  });
});
