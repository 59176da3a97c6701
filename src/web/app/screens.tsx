import { createRoute, notFound, redirect, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import {
  BadgeDollarSign,
  ChartPie,
  ClipboardCheck,
  Eye,
  Fence,
  HeartPulse,
  History,
  LayoutDashboard,
  Pill,
  Settings,
  ShieldUser,
  Syringe,
  UserRound,
  Users,
  VenusAndMars,
} from 'lucide-react';
import { mayRecord, rightsOf } from '#domain/accounts/members.ts';
import { works } from '#domain/records/works.ts';
import { parseTokenSearch } from '#web/accounts/token-search.ts';
import { type AdminFilter, plainAdmin, readAdminFilter } from '#web/admin/admin-filter.ts';
import { parseBirthSearch, parseBirthsSearch } from '#web/births/births-search.ts';
import { lazily } from '#web/components/loading/lazily.ts';
import { type HerdFilter, noFilter, readFilter } from '#web/herd/list/herd-filter.ts';
import { parseHistorySearch } from '#web/journal/history-search.ts';
import { parseRegisterSearch } from '#web/journal/register-search.ts';
import { readAnimalSearch } from '#web/journal/animal-search.ts';
import { importPart } from '#web/lib/server/import-part.ts';
import { currentUserQuery } from '#web/lib/session/session.ts';
import { parsePlanSearch } from '#web/plans/plan-search.ts';
import { allDates, readReportsFilter, type ReportsFilter } from '#web/reports/reports-filter.ts';
import { isTopic, topicsFor } from '#web/settings/topics.ts';
import { Goat } from '#web/ui/icons.tsx';
import { Youngling } from '#web/ui/youngling-icon.tsx';
import { parseReceiptSearch } from '#web/papers/receipt-search.ts';
import { parseNewWorkSearch } from '#web/work/work-search.ts';
import { ofHerd } from './of-herd.ts';
import { FailedScreen } from './failed.tsx';
import { NotFoundPage, NotFoundScreen } from './not-found.tsx';
import { breedingStockScreens } from './breeding-stock-screens.tsx';
import { type Address, root, shell } from './root.tsx';
import { visitorScreens, visitorShellScreens } from './visitor-screens.tsx';

const standaloneScreens = [
  createRoute({
    getParentRoute: () => root,
    path: '/join',
    staticData: { title: 'Invitation', access: 'user' },
    validateSearch: parseTokenSearch,
    component: lazily(async () => (await import('#web/accounts/join.page.tsx')).JoinPage),
    errorComponent: FailedScreen,
  }),
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

const inMenu = (group: 'Main' | 'Work' | 'Account', title: string, icon: typeof Syringe) =>
  ({ title, access: 'plan', menu: { group, label: title, icon } }) as const;

const ofHealth = (title: string, tab: string, icon: typeof Syringe) =>
  ({ title, access: 'plan', section: { of: '/health', tab, icon } }) as const;

const shellScreens = [
  createRoute({
    ...ofHerd,
    path: '/',
    staticData: inMenu('Main', 'Dashboard', LayoutDashboard),
    // The name of a responsible person; only their tasks are shown.
    validateSearch: ({ for: name }: Address): { readonly for?: string } => (typeof name === 'string' ? { for: name } : {}),
    component: lazily(async () => (await import('#web/dashboard/dashboard.page.tsx')).DashboardPage),
  }),
  createRoute({
    ...ofHerd,
    path: '/animals',
    staticData: inMenu('Main', 'Animals', Goat),
    validateSearch: (address: Partial<HerdFilter> & SearchSchemaInput) => readFilter(address),
    // Defaults are left out, so that a plain list has a plain address.
    search: { middlewares: [stripSearchParams(noFilter)] },
    component: lazily(async () => (await import('#web/animals/animals.page.tsx')).AnimalsPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/animals/import',
    staticData: {
      title: 'Import Animals',
      access: 'plan',
      isFetchedLater: true,
      isForRole: (role) => rightsOf(role).has('manage'),
    },
    validateSearch: ({ id, step }: Address): { readonly id?: string; readonly step?: 'check' } => ({
      ...(typeof id === 'string' && { id }),
      ...(step === 'check' && { step }),
    }),
    component: lazily(async () => (await import('#web/imports/import.page.tsx')).ImportPage),
  }),
  createRoute({
    ...ofHerd,
    path: '/animals/$id',
    staticData: { title: 'Animal', access: 'plan', isFetchedLater: true },
    validateSearch: readAnimalSearch,
    component: lazily(async () => (await import('#web/journal/animal.page.tsx')).AnimalPage),
  }),
  createRoute({
    ...ofHerd,
    path: '/health',
    staticData: { ...inMenu('Main', 'Health Records', HeartPulse), section: { of: '/health', tab: 'Records' } },
    validateSearch: ({ animalId }: Address): { readonly animalId?: string } => (typeof animalId === 'string' ? { animalId } : {}),
    component: lazily(async () => (await import('#web/health/health.page.tsx')).HealthPage),
  }),
  createRoute({
    ...ofHerd,
    path: '/treatments',
    staticData: { ...ofHealth('Treatment Register', 'Treatments', Pill), isFetchedLater: true },
    validateSearch: parseRegisterSearch,
    component: lazily(async () => (await import('#web/journal/register.page.tsx')).RegisterPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/products',
    staticData: ofHealth('Medicine Cupboard', 'Medicines', Syringe),
    component: lazily(async () => (await import('#web/farm-lists/products.page.tsx')).ProductsPage),
  }),
  createRoute({
    ...ofHerd,
    path: '/worms',
    staticData: ofHealth('Worms', 'Worms', Eye),
    component: lazily(async () => (await import('#web/treatments/to-treat.page.tsx')).ToTreatPage),
  }),
  createRoute({
    ...ofHerd,
    path: '/breeding',
    staticData: { ...inMenu('Main', 'Breeding Management', VenusAndMars), section: { of: '/breeding', tab: 'Matings' } },
    validateSearch: ({ year }: Address): { readonly year?: string } =>
      /^\d{4}$/.test(String(year)) ? { year: String(year) } : {},
    component: lazily(async () => (await import('#web/breeding/breeding.page.tsx')).BreedingPage),
  }),
  ...breedingStockScreens,
  createRoute({
    ...ofHerd,
    path: '/animal-sells',
    staticData: { ...inMenu('Main', 'Animal Sells', BadgeDollarSign), section: { of: '/animal-sells', tab: 'Sales' } },
    validateSearch: ({ search }: Address): { readonly search?: string } =>
      typeof search === 'string' && search !== '' ? { search: search.slice(0, 200) } : {},
    component: lazily(async () => (await import('#web/sells/animal-sells.page.tsx')).AnimalSellsPage),
  }),
  ...visitorShellScreens,
  createRoute({
    ...ofHerd,
    path: '/reports',
    staticData: {
      title: 'Reports & Analytics',
      access: 'plan',
      isFetchedLater: true,
      menu: { group: 'Main', label: 'Reports', icon: ChartPie },
    },
    validateSearch: (address: Partial<ReportsFilter> & SearchSchemaInput) => readReportsFilter(address),
    search: { middlewares: [stripSearchParams(allDates)] },
    component: lazily(async () => (await import('#web/reports/reports.page.tsx')).ReportsPage),
  }),
  createRoute({
    ...ofHerd,
    path: '/work',
    staticData: inMenu('Work', 'Work', ClipboardCheck),
    component: lazily(async () => (await import('#web/work/work.page.tsx')).WorkPage),
  }),
  createRoute({
    ...ofHerd,
    path: '/work/new',
    staticData: {
      title: 'New work',
      access: 'plan',
      isForRole: (role, search) => {
        const { do: work } = parseNewWorkSearch(search);
        return work ? mayRecord(role, works[work].event) : rightsOf(role).has('record');
      },
    },
    validateSearch: parseNewWorkSearch,
    component: lazily(async () => (await import('#web/work/new-work.page.tsx')).NewWorkPage),
  }),
  createRoute({
    ...ofHerd,
    path: '/work/$id',
    staticData: { title: 'Work', access: 'plan' },
    component: lazily(async () => (await import('#web/work/worklist.page.tsx')).WorklistPage),
  }),
  createRoute({
    ...ofHerd,
    path: '/receipt',
    staticData: { title: 'Receipt', access: 'plan', section: { of: '/animal-sells' } },
    validateSearch: parseReceiptSearch,
    component: lazily(async () => (await import('#web/papers/receipt.page.tsx')).ReceiptPage),
  }),
  createRoute({
    ...ofHerd,
    path: '/births',
    staticData: inMenu('Work', 'Births', Youngling),
    validateSearch: parseBirthsSearch,
    component: lazily(async () => (await import('#web/births/births.page.tsx')).BirthsPage),
  }),
  createRoute({
    ...ofHerd,
    path: '/births/new',
    staticData: { title: 'Birth', access: 'plan', isForRole: (role) => mayRecord(role, 'birth') },
    validateSearch: parseBirthSearch,
    component: lazily(async () => (await import('#web/births/birth.page.tsx')).BirthPage),
  }),
  createRoute({
    ...ofHerd,
    path: '/places',
    staticData: inMenu('Work', 'Places and Groups', Fence),
    component: lazily(async () => (await import('#web/farm-lists/places.page.tsx')).PlacesPage),
  }),
  createRoute({
    ...ofHerd,
    path: '/history',
    staticData: { title: 'History', access: 'plan', isFetchedLater: true, section: { of: '/', icon: History } },
    validateSearch: parseHistorySearch,
    component: lazily(async () => (await import('#web/journal/history.page.tsx')).HistoryPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/recent',
    staticData: { title: 'History', access: 'plan', isFetchedLater: true, section: { of: '/' } },
    beforeLoad: () => {
      throw redirect({ to: '/history', replace: true });
    },
    component: lazily(async () => (await import('#web/journal/history.page.tsx')).HistoryPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/profile',
    staticData: inMenu('Account', 'Profile', UserRound),
    component: lazily(async () => (await import('#web/profile/profile.page.tsx')).ProfilePage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/people',
    staticData: {
      title: 'People',
      access: 'plan',
      isFetchedLater: true,
      menu: { group: 'Account', label: 'People', icon: Users, isFor: ({ hasOtherPeople }) => hasOtherPeople },
      section: { of: '/settings', icon: Users },
    },
    component: lazily(async () => (await import('#web/people/people.page.tsx')).PeoplePage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings',
    staticData: inMenu('Account', 'Settings', Settings),
    component: lazily(async () => (await import('#web/settings/settings.page.tsx')).SettingsPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/$topic',
    staticData: { title: 'Settings', access: 'plan' },
    beforeLoad: ({ context: { queryClient }, params: { topic } }) => {
      if (!isTopic(topic)) throw notFound();
      const role = queryClient.getQueryData(currentUserQuery.queryKey)?.farmRole ?? 'owner';
      if (topicsFor(role).every(({ name }) => name !== topic)) throw redirect({ to: '/settings', replace: true });
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

interface Screen {
  readonly options: { validateSearch?: unknown };
}

/**
 * The router passes on each search parameter of the address that `validateSearch` leaves out, and a page would get what its screen does
 * not know, such as the work of an old link. Here they become undefined.
 */
function leaveOutUnknown(screens: readonly Screen[]): void {
  for (const { options } of screens) {
    const parse = options.validateSearch as ((address: object) => object) | undefined;
    if (!parse) continue;
    options.validateSearch = (address: object) => ({
      ...Object.fromEntries(Object.keys(address).map((name) => [name, undefined])),
      ...parse(address),
    });
  }
}
