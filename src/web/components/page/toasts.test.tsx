import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { FarmRole } from '#domain/accounts/members.ts';
import { showPart } from '#test/show-pages.tsx';
import { ApiError } from '#web/lib/server/api.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { dismissToasts } from '#web/lib/use-toast.ts';
import { Toasts } from './toasts.tsx';

afterEach(() => dismissToasts());

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
