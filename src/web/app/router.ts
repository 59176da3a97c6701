import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { showTitle } from '#web/lib/text/page-title.ts';
import { Failed } from './failed.tsx';
import { NotFoundPage } from './not-found.tsx';
import { routeTree } from './screens.tsx';

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

function plainSearch(search: Record<string, unknown>): string {
  const defined = Object.entries(search).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(defined.map(([key, value]) => [key, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context: { queryClient },
    ...(history && { history }),
    defaultPreload: 'intent',
    // A person who has scrolled in the prerendered screen stays there (hydration.tsx). A first visit has nothing to restore, and
    // reading its scroll position would make the browser lay out the whole screen at once.
    scrollRestoration: history === undefined && (() => !isFirstVisit() && window.scrollY === 0),
    // Search parameters are plain text, so that people can write them: ?health=3, not ?health=%223%22.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: plainSearch,
    defaultErrorComponent: Failed,
    defaultNotFoundComponent: NotFoundPage,
  });
}

function isFirstVisit(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'navigate';
}

export function followTitle(router: ReturnType<typeof createAppRouter>): void {
  router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    const title = router.state.matches.findLast(({ staticData }) => staticData.title)?.staticData.title;
    showTitle(location.pathname, title);
    // A screen reader continues at the start of a new page; on the first page the browser sets the focus.
    if (fromLocation && pathChanged) document.getElementById('main')?.focus({ preventScroll: true });
  });
}
