import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

configure({
  // Code that a component loads later is compiled first, which takes longer than a second on a busy machine.
  asyncUtilTimeout: 60_000,
  // Events are handled as in a browser: within React's `act`, what an event has suspended is never resumed.
  eventWrapper: (dispatch) => dispatch(),
});

// A slow machine lets no request time out.
vi.mock('#web/lib/server/request-timeout.ts', async (original) => ({ ...(await original<object>()), requestTimeoutMs: 60_000 }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
});

// What a file still loads at its end would be missing in the next, which shares its modules.
afterAll(() => vi.dynamicImportSettled());
