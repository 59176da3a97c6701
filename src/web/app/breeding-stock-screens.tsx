import { createRoute } from '@tanstack/react-router';
import { CalendarHeart, Mars, Printer, ReceiptText, TrendingUp } from 'lucide-react';
import { rightsOf } from '#domain/accounts/members.ts';
import { lazily } from '#web/components/loading/lazily.ts';
import { parsePapersSearch } from '#web/papers/papers-search.ts';
import { parsePerformanceSearch } from '#web/performance/performance-search.ts';
import { ofHerd } from './of-herd.ts';
import { type Address, shell } from './root.tsx';

/** Screens for planning matings, for males that run with females, and for the papers of sold animals. */
export const breedingStockScreens = [
  createRoute({
    ...ofHerd,
    path: '/breeding/rams',
    staticData: { title: 'Males with females', access: 'plan', section: { of: '/breeding', tab: 'Males', icon: Mars } },
    component: lazily(async () => (await import('#web/breeding/rams.page.tsx')).RamsPage),
  }),
  createRoute({
    ...ofHerd,
    path: '/breeding/rams/new',
    staticData: { title: 'Males in', access: 'plan', isForRole: (role) => rightsOf(role).has('record') },
    component: lazily(async () => (await import('#web/breeding/put-in.page.tsx')).PutInPage),
  }),
  createRoute({
    ...ofHerd,
    path: '/breeding/rams/$id',
    staticData: { title: 'Males with females', access: 'plan' },
    component: lazily(async () => (await import('#web/breeding/exposure.page.tsx')).ExposurePage),
  }),
  createRoute({
    ...ofHerd,
    path: '/breeding/planner',
    staticData: {
      title: 'Mating planner',
      access: 'plan',
      section: { of: '/breeding', tab: 'Mating planner', icon: CalendarHeart },
    },
    component: lazily(async () => (await import('#web/breeding/planner.page.tsx')).PlannerPage),
  }),
  createRoute({
    ...ofHerd,
    path: '/performance',
    staticData: { title: 'Performance', access: 'plan', section: { of: '/breeding', tab: 'Performance', icon: TrendingUp } },
    validateSearch: parsePerformanceSearch,
    component: lazily(async () => (await import('#web/performance/performance.page.tsx')).PerformancePage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/receipts',
    staticData: {
      title: 'Receipts',
      access: 'plan',
      isForRole: (role) => rightsOf(role).has('manage'),
      section: { of: '/animal-sells', tab: 'Receipts', icon: ReceiptText },
    },
    validateSearch: ({ search }: Address): { readonly search?: string } =>
      typeof search === 'string' && search !== '' ? { search } : {},
    component: lazily(async () => (await import('#web/papers/issued-papers.page.tsx')).IssuedPapersPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/receipts/$id',
    staticData: {
      title: 'Paper',
      access: 'plan',
      isForRole: (role) => rightsOf(role).has('manage'),
      section: { of: '/animal-sells' },
    },
    component: lazily(async () => (await import('#web/papers/issued-paper.page.tsx')).IssuedPaperPage),
  }),
  createRoute({
    ...ofHerd,
    path: '/papers',
    staticData: { title: 'Papers', access: 'plan', section: { of: '/animal-sells', tab: 'Papers', icon: Printer } },
    validateSearch: parsePapersSearch,
    component: lazily(async () => (await import('#web/papers/papers.page.tsx')).PapersPage),
  }),
] as const;
