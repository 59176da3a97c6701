import { createRoute } from '@tanstack/react-router';
import { History, ScrollText } from 'lucide-react';
import { lazily } from '#web/components/lazily.ts';
import { parseHistorySearch } from '#web/journal/history-search.ts';
import { animalsUrl, prefetchAnimals } from './animals-first.ts';
import { shell } from './root.tsx';

/** Screens that show what was done on the farm, and by whom. */
export const logScreens = [
  createRoute({
    getParentRoute: () => shell,
    path: '/recent',
    staticData: { title: 'Recent', access: 'plan', menu: { group: 'Work', label: 'Recent', icon: History }, reads: [animalsUrl] },
    loader: prefetchAnimals,
    component: lazily(async () => (await import('#web/journal/recent.page.tsx')).RecentPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/history',
    staticData: {
      title: 'History',
      access: 'plan',
      menu: { group: 'Work', label: 'History', icon: ScrollText, roles: ['owner', 'manager'] },
      reads: [animalsUrl],
    },
    validateSearch: parseHistorySearch,
    loader: prefetchAnimals,
    component: lazily(async () => (await import('#web/journal/history.page.tsx')).HistoryPage),
  }),
] as const;
