import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark' | 'system';

// The key and the rule are repeated in app/inline.js, which runs before the first paint.
const key = 'theme';
/** Asked for late: the first view is drawn where there is no window. */
const system = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function chosen(): Theme {
  try {
    const value = localStorage.getItem(key);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system';
  }
}

const isDark = (): boolean => document.documentElement.classList.contains('dark');

function apply(theme: Theme): void {
  const dark = theme === 'dark' || (theme === 'system' && system().matches);
  document.documentElement.classList.toggle('dark', dark);
  document.documentElement.classList.toggle('light', !dark);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', getComputedStyle(document.body).backgroundColor);
  for (const listener of listeners) listener();
}

/** Keeps what the person chose in this browser and shows it at once. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // A browser that keeps nothing shows it until the page is left.
  }
  apply(theme);
}

/** From now on the page follows the system, as long as nothing else is chosen, and choices made in other tabs. */
export function followTheme(): void {
  apply(chosen());
  system().addEventListener('change', () => apply(chosen()));
  addEventListener('storage', (event) => event.key === key && apply(chosen()));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useIsDark = (): boolean => useSyncExternalStore(subscribe, isDark, () => false);
