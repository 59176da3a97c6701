import { useSyncExternalStore } from 'react';
import { localCopy, subscribeToCopy } from '#web/lib/server/local-copy.ts';
import type { FarmCopy } from './farm-copy.ts';
import type { SyncStatus } from './shown-farm.ts';

/** undefined in a browser that does not store the farm. */
export const useFarmCopy = (): FarmCopy | undefined =>
  useSyncExternalStore(
    subscribeToCopy,
    () => localCopy() as FarmCopy | undefined,
    () => undefined,
  );

export const useSyncStatus = (copy: FarmCopy): SyncStatus =>
  useSyncExternalStore(
    (listener) => copy.subscribe(listener),
    () => copy.status,
  );
