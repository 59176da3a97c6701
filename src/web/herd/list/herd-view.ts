import { useSyncExternalStore } from 'react';
import { readSetting, storeSetting } from '#web/lib/device/device-setting.ts';
import { Signal } from '#web/lib/signal.ts';

export type HerdView = 'rows' | 'cards';

const key = 'herd view';

const changes = new Signal();

function stored(): HerdView | undefined {
  const view = readSetting(key);
  return view === 'rows' || view === 'cards' ? view : undefined;
}

let shown: HerdView | undefined;

/** Remembered on this device. */
export function chooseHerdView(view: HerdView): void {
  shown = view;
  storeSetting(key, view);
  changes.tell();
}

/** What was imported is looked through in rows, unless this device has its view. */
export function showImportedInRows(): void {
  if (stored() === undefined) chooseHerdView('rows');
}

const herdView = (): HerdView => shown ?? stored() ?? 'cards';

/** The view chosen on this device; the specified cards if none was. */
export const useHerdView = (): HerdView => useSyncExternalStore(changes.subscribe, herdView, () => 'cards');
