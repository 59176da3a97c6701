import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { markScreenUsable } from '#web/lib/screen-usable.ts';

// Code that a component loads later is compiled first, which takes longer than a second on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

// Parts that wait for a usable screen are loaded in tests of components too.
markScreenUsable();

afterEach(() => {
  cleanup();
  localStorage.clear();
});
