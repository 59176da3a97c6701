import type { QueryClient } from '@tanstack/react-query';
import { storeLastView } from '#web/lib/last-views.ts';

/** When a screen is left, stores what it shows, so that the next start can show it at once. */
export function storeViews(client: QueryClient): void {
  const store = () => {
    if (client.isFetching() > 0) return;
    try {
      storeLastView();
    } catch {
      // Without storage the next start shows nothing before its scripts have run.
    }
  };
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && store());
  addEventListener('pagehide', store);
  // Some browsers lack this event; there only the screen that was left last is stored.
  if ('navigation' in globalThis)
    navigation.addEventListener('navigate', ({ destination }) => {
      if (new URL(destination.url).pathname !== location.pathname) store();
    });
}
