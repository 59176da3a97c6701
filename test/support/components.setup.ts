import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Code that a component loads later is compiled first, which takes longer than a second on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
});
