import { useSyncExternalStore } from 'react';
import { readSetting, storeSetting } from './device-setting.ts';
import { Signal } from '../signal.ts';

export type Theme = 'light' | 'dark' | 'system';

// The key and the rule are repeated in app/inline.js, which runs before the first paint.
const key = 'theme';
/** A function, because there is no window while prerendering. */
const system = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');
const changes = new Signal();

export function chosenTheme(): Theme {
  const value = readSetting(key);
  return value === 'light' || value === 'dark' ? value : 'system';
}

const isDark = (): boolean => document.documentElement.classList.contains('dark');

function apply(theme: Theme): void {
  const dark = theme === 'dark' || (theme === 'system' && system().matches);
  document.documentElement.classList.toggle('dark', dark);
  document.documentElement.classList.toggle('light', !dark);
  // One for each theme of the system; the chosen theme may be the other one.
  const { backgroundColor } = getComputedStyle(document.body);
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', backgroundColor);
  changes.tell();
}

export function chooseTheme(theme: Theme): void {
  storeSetting(key, theme);
  apply(theme);
}

export function followTheme(): void {
  apply(chosenTheme());
  system().addEventListener('change', () => apply(chosenTheme()));
  addEventListener('storage', (event) => event.key === key && apply(chosenTheme()));
}

export const useIsDark = (): boolean => useSyncExternalStore(changes.subscribe, isDark, () => false);
