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
  document.dispatchEvent(new Event('visibilitychange'));
  expect(request).toHaveBeenCalledTimes(2);
});

test('a browser that cannot or may not keeps quiet', async () => {
  vi.stubGlobal('navigator', {});
  renderHook(() => useAwakeScreen()).unmount();
  const request = vi.fn<() => Promise<object>>(() => Promise.reject(new Error('low battery')));
  vi.stubGlobal('navigator', { wakeLock: { request } });
  renderHook(() => useAwakeScreen()).unmount();
  await waitFor(() => expect(request).toHaveBeenCalledOnce());
});
