import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

configure({
  // Code that a component loads later is compiled first, which takes longer than a second on a busy machine.
  asyncUtilTimeout: 60_000,
  // Events are handled as in a browser: within React's `act`, what an event has suspended is never resumed.
  eventWrapper: (dispatch) => dispatch(),
});

afterEach(() => {
  cleanup();
  localStorage.clear();
});
