import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ApiError } from '#web/lib/server/api.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Toasts } from './toasts.tsx';

test('a failure for want of room in the plan leads to the plans', async () => {
  const onFollow = vi.fn<(to: string) => void>();
  await act(async () => render(<Toasts onFollow={onFollow} />));
  const full = { code: 'plan.limit_reached', message: 'Animal limit reached.' };
  toastFailure(new ApiError(403, JSON.stringify(full)), 'Failed to add animal');
  await screen.findByText('Animal limit reached.');
  await userEvent.click(screen.getByRole('button', { name: 'Upgrade Plan' }));
  expect(onFollow).toHaveBeenCalledExactlyOnceWith('/choose-plan');
});
