import { useState } from 'react';

interface Opened<T> {
  readonly isOpen: boolean;
  /** The key of a form that begins anew each time it is opened. */
  readonly number: number;
  readonly of: T;
}

/** What a dialog was opened for. It stays set while the dialog closes, so that its contents stay in sight. */
export function useOpened<T>() {
  const [opened, setOpened] = useState<Opened<T>>();
  return {
    opened,
    open: (of: T) => setOpened((last) => ({ isOpen: true, number: (last?.number ?? 0) + 1, of })),
    close: () => setOpened((last) => last && { ...last, isOpen: false }),
  };
}
