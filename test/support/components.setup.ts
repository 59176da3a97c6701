import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Code that a component loads later is compiled first, which takes longer than a second on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  // The files of a worker share its window, and what is clicked may lead to another address.
  (globalThis as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL('http://localhost:3000/');
});
