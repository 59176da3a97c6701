import { renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useAwakeScreen } from './use-awake-screen.ts';

test('the screen is kept on while the page is open, again after it was hidden, and no longer', async () => {
  const release = vi.fn<() => Promise<void>>(async () => {});
  const request = vi.fn<() => Promise<object>>(async () => ({ release }));
  vi.stubGlobal('navigator', { wakeLock: { request } });
  const { unmount } = renderHook(() => useAwakeScreen());
  await waitFor(() => expect(request).toHaveBeenCalledTimes(1));
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(request).toHaveBeenCalledTimes(2));
  unmount();
  expect(release).toHaveBeenCalledOnce();
});
