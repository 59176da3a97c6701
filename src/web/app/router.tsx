import type { QueryClient } from '@tanstack/react-query';
import {
  Outlet,
  type RouterHistory,
  type SearchSchemaInput,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  notFound,
  stripSearchParams,
} from '@tanstack/react-router';
import { type AdminFilter, plainAdmin, readAdminFilter } from '#web/admin/admin-filter.ts';
import { animalsQuery } from '#web/herd/animals.queries.ts';
import { type HerdFilter, noFilter, readFilter } from '#web/herd/herd-filter.ts';
import { type MarketFilter, readMarketFilter, wholeMarket } from '#web/market/market-filter.ts';
import { importPart } from '#web/lib/import-part.ts';
import { showTitle } from '#web/lib/page-title.ts';
import { parsePlanSearch } from '#web/plans/plan-search.ts';
import { allDates, readReportsFilter, type ReportsFilter } from '#web/reports/reports-filter.ts';
import { Failed, FailedScreen } from './failed.tsx';
import { NotFoundPage, NotFoundScreen } from './not-found.page.tsx';
import * as pages from './pages.ts';
import { knowVisitor, requireAdmin, requirePlan, requireUser, requireVisitor } from './protection.ts';
import { Shell } from './shell.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Shown in the browser's tab before the product's name. */
    title?: string;
  }
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  staticData: { title: 'Login' },
  validateSearch: ({ setup, tab }: Record<string, unknown>): { setup?: string; tab?: 'login' | 'register' } => ({
    ...(typeof setup === 'string' && { setup }),
    ...((tab === 'login' || tab === 'register') && { tab }),
  }),
  beforeLoad: requireVisitor,
  component: pages.LoginPage,
  errorComponent: FailedScreen,
});

const revertEmail = createRoute({
  getParentRoute: () => root,
  path: '/revert-email',
  staticData: { title: 'E-mail Address' },
  validateSearch: (address: Record<string, unknown>): { token?: string } =>
    typeof address['token'] === 'string' ? { token: address['token'] } : {},
  component: pages.RevertEmailPage,
  errorComponent: FailedScreen,
});

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-email',
  staticData: { title: 'E-mail Address' },
  validateSearch: (address: Record<string, unknown>): { token?: string } =>
    typeof address['token'] === 'string' ? { token: address['token'] } : {},
  beforeLoad: async (at) => void (await knowVisitor(at)),
  component: pages.ConfirmEmailPage,
  errorComponent: FailedScreen,
});

const choosePlan = createRoute({
  getParentRoute: () => root,
  path: '/choose-plan',
  staticData: { title: 'Choose Your Plan' },
  validateSearch: parsePlanSearch,
  beforeLoad: async (at) => void (await requireUser(at)),
  component: pages.ChoosePlanPage,
  errorComponent: FailedScreen,
});

const testCheckout = createRoute({
  getParentRoute: () => root,
  path: '/test-checkout/$id',
  staticData: { title: 'Test payment' },
  beforeLoad: async (at) => void (await requireUser(at)),
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const { checkoutQuery, isUnknown } = await importPart(() => import('#web/plans/checkout.data.ts'));
    const checkout = await queryClient.fetchQuery(checkoutQuery(id)).catch((error: unknown) => {
      throw isUnknown(error) ? notFound() : error;
    });
    if (!checkout.isTest) throw notFound();
  },
  component: pages.TestCheckoutPage,
  notFoundComponent: NotFoundScreen,
  errorComponent: FailedScreen,
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async (at) => void (await knowVisitor(at)),
  component: Shell,
  errorComponent: FailedScreen,
});

const farm = createRoute({ getParentRoute: () => shell, id: 'farm', beforeLoad: async (at) => void (await requirePlan(at)) });

// Begun with the page's own code and not awaited: the page draws its skeleton meanwhile.
const loadAnimals = ({ context }: { context: { queryClient: QueryClient } }) =>
  void context.queryClient.prefetchQuery(animalsQuery);

const dashboard = createRoute({
  getParentRoute: () => farm,
  path: '/',
  staticData: { title: 'Dashboard' },
  loader: loadAnimals,
  component: pages.DashboardPage,
});

const animals = createRoute({
  getParentRoute: () => farm,
  path: '/animals',
  staticData: { title: 'Animals' },
  validateSearch: (address: Partial<HerdFilter> & SearchSchemaInput) => readFilter(address),
  // What is not said is the default, so a plain list has a plain address.
  search: { middlewares: [stripSearchParams(noFilter)] },
  loader: loadAnimals,
  component: pages.AnimalsPage,
});

const animalImport = createRoute({
  getParentRoute: () => farm,
  path: '/animals/import',
  staticData: { title: 'Import Animals' },
  validateSearch: ({ id, step }: Record<string, unknown>): { id?: string; step?: 'check' } => ({
    ...(typeof id === 'string' && { id }),
    ...(step === 'check' && { step }),
  }),
  component: pages.ImportPage,
});

const health = createRoute({
  getParentRoute: () => farm,
  path: '/health',
  staticData: { title: 'Health Records' },
  validateSearch: (search: Record<string, unknown>): { animalId?: string } =>
    typeof search['animalId'] === 'string' ? { animalId: search['animalId'] } : {},
  loader: loadAnimals,
  component: pages.HealthPage,
});

const breeding = createRoute({
  getParentRoute: () => farm,
  path: '/breeding',
  staticData: { title: 'Breeding Management' },
  validateSearch: (search: Record<string, unknown>): { year?: string } =>
    /^\d{4}$/.test(String(search['year'])) ? { year: String(search['year']) } : {},
  loader: loadAnimals,
  component: pages.BreedingPage,
});

const animalSells = createRoute({
  getParentRoute: () => farm,
  path: '/animal-sells',
  staticData: { title: 'Animal Sells' },
  validateSearch: (address: Record<string, unknown>): { search?: string } =>
    typeof address['search'] === 'string' && address['search'] !== '' ? { search: address['search'].slice(0, 200) } : {},
  loader: loadAnimals,
  component: pages.AnimalSellsPage,
});

const forSale = createRoute({
  getParentRoute: () => shell,
  path: '/for-sale',
  staticData: { title: 'For Sale Marketplace' },
  validateSearch: (address: Partial<MarketFilter> & SearchSchemaInput) => readMarketFilter(address),
  search: { middlewares: [stripSearchParams(wholeMarket)] },
  component: pages.ForSalePage,
});

const listing = createRoute({
  getParentRoute: () => shell,
  path: '/for-sale/$id',
  staticData: { title: 'For Sale' },
  component: pages.ListingPage,
});

const reports = createRoute({
  getParentRoute: () => farm,
  path: '/reports',
  staticData: { title: 'Reports & Analytics' },
  validateSearch: (address: Partial<ReportsFilter> & SearchSchemaInput) => readReportsFilter(address),
  search: { middlewares: [stripSearchParams(allDates)] },
  loader: loadAnimals,
  component: pages.ReportsPage,
});

const profile = createRoute({
  getParentRoute: () => farm,
  path: '/profile',
  staticData: { title: 'Profile' },
  component: pages.ProfilePage,
});

const settings = createRoute({
  getParentRoute: () => farm,
  path: '/settings',
  staticData: { title: 'Settings' },
  component: pages.SettingsPage,
});

const admin = createRoute({
  getParentRoute: () => shell,
  path: '/admin',
  staticData: { title: 'Admin Dashboard' },
  beforeLoad: requireAdmin,
  validateSearch: (address: Partial<AdminFilter> & SearchSchemaInput) => readAdminFilter(address),
  search: { middlewares: [stripSearchParams(plainAdmin)] },
  component: pages.AdminPage,
});

const anythingElse = createRoute({
  getParentRoute: () => shell,
  path: '$',
  staticData: { title: '404 Page Not Found' },
  component: NotFoundPage,
});

const routeTree = root.addChildren([
  login,
  revertEmail,
  confirmEmail,
  choosePlan,
  testCheckout,
  shell.addChildren([
    farm.addChildren([dashboard, animals, animalImport, health, breeding, animalSells, reports, profile, settings]),
    forSale,
    listing,
    admin,
    anythingElse,
  ]),
]);

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
