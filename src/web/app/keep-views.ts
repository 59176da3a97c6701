import type { QueryClient } from '@tanstack/react-query';
import { storeLastView } from '#web/lib/last-views.ts';

/** Keeps what the screens show of the stored farm for the next start, when they are left. */
export function keepViews(client: QueryClient): void {
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
  // Some browsers have none; there the screen is kept that was left last.
  if ('navigation' in globalThis)
    navigation.addEventListener('navigate', ({ destination }) => {
      if (new URL(destination.url).pathname !== location.pathname) store();
    });
}
