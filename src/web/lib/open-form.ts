import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/**
 * Which form in a dialog is open in this window. After a reload, and after signing in again, it opens by itself with what was typed; and
 * a toast can open it from any page.
 */
const key = 'open form';

let wanted = readOpened();
const listeners = new Set<() => void>();

interface Opened {
  readonly form: string;
  readonly path: string;
}

/** What was open when this window was loaded, if it is at the same page. */
function readOpened(): string | undefined {
  try {
    const { form, path } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Opened>;
    return path === location.pathname || location.pathname === '/login' ? form : undefined;
  } catch {
    return undefined;
  }
}

export function noteOpened(form: string): void {
  const opened: Opened = { form, path: location.pathname };
  try {
    sessionStorage.setItem(key, JSON.stringify(opened));
  } catch {
    // It is opened again by hand.
  }
}

export function noteClosed(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was noted.
  }
}

/** Lets the page of the form open it: now if it is on the screen, else when it comes. */
export function wantForm(form: string): void {
  wanted = form;
  for (const listener of listeners) listener();
}

/** Opens what is wanted of the forms whose names begin so. */
export function useWantedForm(prefix: string, open: (form: string) => void): void {
  const form = useSyncExternalStore(
    subscribe,
    () => wanted,
    () => undefined,
  );
  const openNow = useEffectEvent(open);
  useEffect(() => {
    if (!form?.startsWith(prefix)) return;
    wanted = undefined;
    openNow(form);
  }, [form, prefix]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
