import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { FarmRole } from '#domain/accounts/members.ts';
import { showPart } from '#test/show-pages.tsx';
import { ApiError } from '#web/lib/server/api.ts';
import { type LocalCopy, setLocalCopy } from '#web/lib/server/local-copy.ts';
import { asWaiting } from '#web/lib/server/waiting-reply.ts';
import { Signal } from '#web/lib/signal.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
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
  toastFailure(new ApiError(403, JSON.stringify(full)), 'Failed to add animal');
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

test('what was not sent yet is said to be recorded as soon as nothing waits any more', async () => {
  const sent = new Signal();
  const copy = { waiting: 1, subscribe: sent.subscribe };
  setLocalCopy(copy as LocalCopy);
  await act(async () => showPart(() => <Toasts onFollow={() => {}} />));
  act(() => toastSaved(asWaiting({}), { title: 'Recorded', description: 'E-1: 2 lambs' }));
  await screen.findByText('Not sent yet');
  copy.waiting = 0;
  act(() => sent.tell());
  await screen.findByText('Recorded');
  expect(screen.queryByText('Not sent yet')).toBeNull();
});
