import { useSyncExternalStore } from 'react';
import { readSetting, storeSetting } from '#web/lib/device-setting.ts';

export type HerdView = 'rows' | 'gallery';

const key = 'herd view';

/** A few animals fit on the specified cards; with more, rows are quicker to scan. */
export const maxCards = 24;

const listeners = new Set<() => void>();

function chosen(): HerdView | undefined {
  const view = readSetting(key);
  return view === 'rows' || view === 'gallery' ? view : undefined;
}

let shown: HerdView | undefined;

export function chooseHerdView(view: HerdView): void {
  shown = view;
  storeSetting(key, view);
  for (const listener of listeners) listener();
}

/** The view chosen on this device, otherwise one that suits the size of the herd. */
export const useHerdView = (heads: number): HerdView =>
  useSyncExternalStore(
    subscribe,
    () => shown ?? chosen(),
    () => undefined,
  ) ?? (heads > maxCards ? 'rows' : 'gallery');

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
