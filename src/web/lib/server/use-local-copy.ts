import { useSyncExternalStore } from 'react';
import { type LocalCopy, localCopy, subscribeToCopy } from './local-copy.ts';

/** Reads a value from the copy of the farm or its connection and renders again when it changes. */
export const useLocalCopy = <T extends number | boolean | string | undefined>(
  select: (copy: LocalCopy | undefined) => T,
  prerendered: T,
): T =>
  useSyncExternalStore(
    subscribe,
    () => select(localCopy()),
    () => prerendered,
  );

/** Whether nothing of this browser's copy waits to be sent. */
export const useIsAllSent = (): boolean => useLocalCopy((copy) => copy?.waiting === 0, false);

function subscribe(listener: () => void): () => void {
  let leaveCopy = localCopy()?.subscribe(listener);
  const leaveCopies = subscribeToCopy(() => {
    leaveCopy?.();
    leaveCopy = localCopy()?.subscribe(listener);
    listener();
  });
  for (const event of ['online', 'offline']) addEventListener(event, listener);
  return () => {
    leaveCopy?.();
    leaveCopies();
    for (const event of ['online', 'offline']) removeEventListener(event, listener);
  };
}
