import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { showTitle } from '#web/lib/page-title.ts';
import { Failed } from './failed.tsx';
import { NotFoundPage } from './not-found.tsx';
import { routeTree } from './screens.tsx';

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

function plainSearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

/** `history`: where there is no browser. */
export const createAppRouter = (queryClient: QueryClient, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context: { queryClient },
    ...(history && { history }),
    defaultPreload: 'intent',
    // Who has scrolled in the first view stays where they are (take-over.tsx). Only who comes back has a place to return to: the
    // browser would have to lay out the whole new screen at once to say where the others are.
    scrollRestoration: history === undefined && (() => comesBack() && window.scrollY === 0),
    // Addresses hold plain words, which is how people and other programs write them: ?health=3, not ?health=%223%22.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: plainSearch,
    defaultErrorComponent: Failed,
    defaultNotFoundComponent: NotFoundPage,
  });

function comesBack(): boolean {
  const [loading] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return loading?.type !== 'navigate';
}

/** The tab's title is the screen's. */
export function followTitle(router: ReturnType<typeof createAppRouter>): void {
  router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    const title = router.state.matches.findLast(({ staticData }) => staticData.title)?.staticData.title;
    showTitle(location.pathname, title);
    // A new page begins at its beginning, for a screen reader too; the first one has the browser's own focus.
    if (fromLocation && pathChanged) document.getElementById('main')?.focus({ preventScroll: true });
  });
}
