import { createRoute, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import { Store } from 'lucide-react';
import { parseLoginSearch } from '#web/accounts/login-search.ts';
import { parseTokenSearch } from '#web/accounts/token-search.ts';
import { lazily } from '#web/components/loading/lazily.ts';
import { ForSalePage } from '#web/market/for-sale.page.tsx';
import { type MarketFilter, readMarketFilter, wholeMarket } from '#web/market/market-filter.ts';
import { FailedScreen } from './failed.tsx';
import { root, shell } from './root.tsx';

export const visitorScreens = [
  createRoute({
    getParentRoute: () => root,
    path: '/login',
    staticData: { title: 'Login', access: 'visitor' },
    validateSearch: parseLoginSearch,
    component: lazily(async () => (await import('#web/accounts/login.page.tsx')).LoginPage),
    errorComponent: FailedScreen,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/revert-email',
    staticData: { title: 'Email Address', access: 'link' },
    validateSearch: parseTokenSearch,
    component: lazily(async () => (await import('#web/accounts/revert-email.page.tsx')).RevertEmailPage),
    errorComponent: FailedScreen,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/confirm-email',
    staticData: { title: 'Email Address', access: 'anyone' },
    validateSearch: parseTokenSearch,
    component: lazily(async () => (await import('#web/accounts/confirm-email.page.tsx')).ConfirmEmailPage),
    errorComponent: FailedScreen,
  }),
] as const;

export const visitorShellScreens = [
  createRoute({
    getParentRoute: () => shell,
    path: '/for-sale',
    staticData: { title: 'For Sale Marketplace', access: 'anyone', menu: { group: 'Main', label: 'For Sale', icon: Store } },
    validateSearch: (address: Partial<MarketFilter> & SearchSchemaInput) => readMarketFilter(address),
    search: { middlewares: [stripSearchParams(wholeMarket)] },
    // Where visitors arrive: it comes with the first files.
    component: ForSalePage,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/for-sale/$id',
    staticData: { title: 'For Sale', access: 'anyone' },
    component: lazily(async () => (await import('#web/market/listing.page.tsx')).ListingPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/move-in',
    staticData: { title: 'Bought animals', access: 'anyone', section: { of: '/for-sale' } },
    component: lazily(async () => (await import('#web/papers/move-in.page.tsx')).MoveInPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/favourites',
    staticData: { title: 'Favourites', access: 'anyone', section: { of: '/for-sale' } },
    validateSearch: parseTokenSearch,
    component: lazily(async () => (await import('#web/market/favourites.page.tsx')).FavouritesPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/farms/$slug',
    staticData: { title: 'For Sale', access: 'anyone', section: { of: '/for-sale' } },
    component: lazily(async () => (await import('#web/market/farm.page.tsx')).FarmPage),
  }),
] as const;
