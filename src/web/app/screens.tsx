import { createRoute, notFound, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import {
  BadgeDollarSign,
  ChartPie,
  ClipboardCheck,
  Eye,
  Fence,
  HeartPulse,
  LayoutDashboard,
  Pill,
  Settings,
  ShieldUser,
  Syringe,
  UserRound,
  VenusAndMars,
} from 'lucide-react';
import { type AdminFilter, plainAdmin, readAdminFilter } from '#web/admin/admin-filter.ts';
import { parseBirthSearch, parseBirthsSearch } from '#web/births/births-search.ts';
import { parseBreedingSearch } from '#web/breeding/breeding-search.ts';
import { lazily } from '#web/components/lazily.ts';
import { parseTodaySearch } from '#web/dashboard/today-search.ts';
import { parseHealthSearch } from '#web/health/health-search.ts';
import { type HerdFilter, noFilter, readFilter } from '#web/herd/herd-filter.ts';
import { parseImportSearch } from '#web/imports/import-search.ts';
import { parseRegisterSearch } from '#web/journal/register-search.ts';
import { readAnimalSearch } from '#web/journal/animal-search.ts';
import { importPart } from '#web/lib/import-part.ts';
import { parsePlanSearch } from '#web/plans/plan-search.ts';
import { allDates, readReportsFilter, type ReportsFilter } from '#web/reports/reports-filter.ts';
import { isTopic } from '#web/settings/topics.ts';
import { parseSellsSearch } from '#web/sells/sells-search.ts';
import { Goat } from '#web/ui/icons.tsx';
import { Youngling } from '#web/ui/youngling-icon.tsx';
import { parseReceiptSearch } from '#web/papers/receipt-search.ts';
import { parseNewWorkSearch } from '#web/work/work-search.ts';
import { prefetchAnimals } from './animals-first.ts';
import { FailedScreen } from './failed.tsx';
import { leaveOutUnknown } from './known-search.ts';
import { logScreens } from './log-screens.tsx';
import { NotFoundPage, NotFoundScreen } from './not-found.tsx';
import { joinScreen, peopleScreen } from './people-screens.tsx';
import { breedingStockScreens } from './breeding-stock-screens.tsx';
import { root, shell } from './root.tsx';
import { visitorScreens, visitorShellScreens } from './visitor-screens.tsx';

const standaloneScreens = [
  joinScreen,
  createRoute({
    getParentRoute: () => root,
    path: '/choose-plan',
    staticData: { title: 'Choose Your Plan', access: 'user' },
    validateSearch: parsePlanSearch,
    component: lazily(async () => (await import('./choose-plan.page.tsx')).ChoosePlanScreen),
    errorComponent: FailedScreen,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/test-checkout/$id',
    staticData: { title: 'Test payment', access: 'user' },
    loader: async ({ context: { queryClient }, params: { id } }) => {
      const { checkoutQuery, isCheckoutMissing } = await importPart(() => import('#web/plans/checkout.data.ts'));
      const checkout = await queryClient.fetchQuery(checkoutQuery(id)).catch((error: unknown) => {
        throw isCheckoutMissing(error) ? notFound() : error;
      });
      if (!checkout.isTest) throw notFound();
    },
    component: lazily(async () => (await import('#web/plans/test-checkout.page.tsx')).TestCheckoutPage),
    notFoundComponent: NotFoundScreen,
    errorComponent: FailedScreen,
  }),
] as const;

const ofAnimals = (group: 'Main' | 'Work', title: string, icon: typeof Syringe) =>
  ({ title, access: 'plan', menu: { group, label: title, icon } }) as const;

const ofHealth = (title: string, tab: string, icon: typeof Syringe) =>
  ({ title, access: 'plan', section: { of: '/health', tab, icon } }) as const;

const shellScreens = [
  createRoute({
    getParentRoute: () => shell,
    path: '/',
    staticData: {
      title: 'Dashboard',
      access: 'plan',
      menu: { group: 'Main', label: 'Dashboard', icon: LayoutDashboard },
      isFetchedAhead: true,
    },
    validateSearch: parseTodaySearch,
    loader: prefetchAnimals,
    component: lazily(async () => (await import('#web/dashboard/dashboard.page.tsx')).DashboardPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/animals',
    staticData: {
      title: 'Animals',
      access: 'plan',
      menu: { group: 'Main', label: 'Animals', icon: Goat },
      isFetchedAhead: true,
    },
    validateSearch: (address: Partial<HerdFilter> & SearchSchemaInput) => readFilter(address),
    // Defaults are left out, so that a plain list has a plain address.
    search: { middlewares: [stripSearchParams(noFilter)] },
    loader: prefetchAnimals,
    component: lazily(async () => (await import('#web/animals/animals.page.tsx')).AnimalsPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/animals/import',
    staticData: { title: 'Import Animals', access: 'plan' },
    validateSearch: parseImportSearch,
    component: lazily(async () => (await import('#web/imports/import.page.tsx')).ImportPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/animals/$id',
    staticData: { title: 'Animal', access: 'plan' },
    validateSearch: readAnimalSearch,
    loader: prefetchAnimals,
    component: lazily(async () => (await import('#web/journal/animal.page.tsx')).AnimalPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/health',
    staticData: {
      ...ofAnimals('Main', 'Health Records', HeartPulse),
      section: { of: '/health', tab: 'Records' },
      isFetchedAhead: true,
    },
    validateSearch: parseHealthSearch,
    loader: prefetchAnimals,
    component: lazily(async () => (await import('#web/health/health.page.tsx')).HealthPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/treatments',
    staticData: ofHealth('Treatment Register', 'Treatments', Pill),
    validateSearch: parseRegisterSearch,
    loader: prefetchAnimals,
    component: lazily(async () => (await import('#web/journal/register.page.tsx')).RegisterPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/products',
    staticData: { ...ofHealth('Medicine Cupboard', 'Medicines', Syringe), isFetchedAhead: true },
    component: lazily(async () => (await import('#web/farm-lists/products.page.tsx')).ProductsPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/worms',
    staticData: { ...ofHealth('Worms', 'Worms', Eye), isFetchedAhead: true },
    loader: prefetchAnimals,
    component: lazily(async () => (await import('#web/treatments/to-treat.page.tsx')).ToTreatPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/breeding',
    staticData: {
      ...ofAnimals('Main', 'Breeding Management', VenusAndMars),
      section: { of: '/breeding', tab: 'Matings' },
      isFetchedAhead: true,
    },
    validateSearch: parseBreedingSearch,
    loader: prefetchAnimals,
    component: lazily(async () => (await import('#web/breeding/breeding.page.tsx')).BreedingPage),
  }),
  ...breedingStockScreens,
  createRoute({
    getParentRoute: () => shell,
    path: '/animal-sells',
    staticData: {
      title: 'Animal Sells',
      access: 'plan',
      menu: { group: 'Main', label: 'Animal Sells', icon: BadgeDollarSign },
      section: { of: '/animal-sells', tab: 'Sales' },
      isFetchedAhead: true,
    },
    validateSearch: parseSellsSearch,
    loader: prefetchAnimals,
    component: lazily(async () => (await import('#web/sells/animal-sells.page.tsx')).AnimalSellsPage),
  }),
  ...visitorShellScreens,
  createRoute({
    getParentRoute: () => shell,
    path: '/reports',
    staticData: {
      title: 'Reports & Analytics',
      access: 'plan',
      menu: { group: 'Main', label: 'Reports', icon: ChartPie },
    },
    validateSearch: (address: Partial<ReportsFilter> & SearchSchemaInput) => readReportsFilter(address),
    search: { middlewares: [stripSearchParams(allDates)] },
    loader: prefetchAnimals,
    component: lazily(async () => (await import('#web/reports/reports.page.tsx')).ReportsPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/work',
    staticData: { ...ofAnimals('Work', 'Work', ClipboardCheck), isFetchedAhead: true },
    loader: prefetchAnimals,
    component: lazily(async () => (await import('#web/work/work.page.tsx')).WorkPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/work/new',
    staticData: { title: 'New work', access: 'plan', isFetchedAhead: true },
    validateSearch: parseNewWorkSearch,
    loader: prefetchAnimals,
    component: lazily(async () => (await import('#web/work/new-work.page.tsx')).NewWorkPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/work/$id',
    staticData: { title: 'Work', access: 'plan', isFetchedAhead: true },
    loader: prefetchAnimals,
    component: lazily(async () => (await import('#web/work/worklist.page.tsx')).WorklistPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/receipt',
    staticData: { title: 'Receipt', access: 'plan', section: { of: '/animal-sells' }, isFetchedAhead: true },
    validateSearch: parseReceiptSearch,
    loader: prefetchAnimals,
    component: lazily(async () => (await import('#web/papers/receipt.page.tsx')).ReceiptPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/births',
    staticData: { ...ofAnimals('Work', 'Births', Youngling), isFetchedAhead: true },
    validateSearch: parseBirthsSearch,
    loader: prefetchAnimals,
    component: lazily(async () => (await import('#web/births/births.page.tsx')).BirthsPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/births/new',
    staticData: { title: 'Birth', access: 'plan', isFetchedAhead: true },
    validateSearch: parseBirthSearch,
    loader: prefetchAnimals,
    component: lazily(async () => (await import('#web/births/birth.page.tsx')).BirthPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/places',
    staticData: { ...ofAnimals('Work', 'Places and Groups', Fence), isFetchedAhead: true },
    loader: prefetchAnimals,
    component: lazily(async () => (await import('#web/farm-lists/places.page.tsx')).PlacesPage),
  }),
  ...logScreens,
  createRoute({
    getParentRoute: () => shell,
    path: '/profile',
    staticData: {
      title: 'Profile',
      access: 'plan',
      menu: { group: 'Account', label: 'Profile', icon: UserRound },
      isFetchedAhead: true,
    },
    component: lazily(async () => (await import('#web/profile/profile.page.tsx')).ProfilePage),
  }),
  peopleScreen,
  createRoute({
    getParentRoute: () => shell,
    path: '/settings',
    staticData: {
      title: 'Settings',
      access: 'plan',
      menu: { group: 'Account', label: 'Settings', icon: Settings },
      isFetchedAhead: true,
    },
    component: lazily(async () => (await import('#web/settings/settings.page.tsx')).SettingsPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/$topic',
    staticData: { title: 'Settings', access: 'plan', isFetchedAhead: true },
    beforeLoad: ({ params: { topic } }) => {
      if (!isTopic(topic)) throw notFound();
    },
    component: lazily(async () => (await import('#web/settings/topic.page.tsx')).TopicPage),
    notFoundComponent: NotFoundPage,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/admin',
    staticData: {
      title: 'Admin Dashboard',
      access: 'admin',
      menu: { group: 'Administration', label: 'Admin Dashboard', icon: ShieldUser },
    },
    validateSearch: (address: Partial<AdminFilter> & SearchSchemaInput) => readAdminFilter(address),
    search: { middlewares: [stripSearchParams(plainAdmin)] },
    component: lazily(async () => (await import('#web/admin/admin.page.tsx')).AdminPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/admin/site',
    staticData: { title: 'Site', access: 'admin' },
    component: lazily(async () => (await import('#web/admin/site.page.tsx')).SitePage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '$',
    staticData: { title: '404 Page Not Found', access: 'anyone' },
    component: NotFoundPage,
  }),
] as const;

leaveOutUnknown([...standaloneScreens, ...shellScreens]);

export const routeTree = root.addChildren([...visitorScreens, ...standaloneScreens, shell.addChildren(shellScreens)]);
