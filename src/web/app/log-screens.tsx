import { createRoute, redirect } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { lazily } from '#web/components/lazily.ts';
import { parseHistorySearch } from '#web/journal/history-search.ts';
import { prefetchAnimals } from './animals-first.ts';
import { shell } from './root.tsx';

/** What was done on the farm, and by whom. */
export const logScreens = [
  createRoute({
    getParentRoute: () => shell,
    path: '/history',
    staticData: { title: 'History', access: 'plan', section: { of: '/', icon: History } },
    validateSearch: parseHistorySearch,
    loader: prefetchAnimals,
    component: lazily(async () => (await import('#web/journal/history.page.tsx')).HistoryPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/recent',
    staticData: { title: 'History', access: 'plan', section: { of: '/' } },
    beforeLoad: () => {
      throw redirect({ to: '/history', replace: true });
    },
    component: lazily(async () => (await import('#web/journal/history.page.tsx')).HistoryPage),
  }),
] as const;
