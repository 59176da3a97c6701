import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { createAppRouter } from './router.ts';

test.each([
  ['/login?tab=nonsense', {}],
  ['/login?tab=register', { tab: 'register' }],
  ['/work/new?do=nonsense', {}],
  ['/work/new?do=weigh', { do: 'weigh' }],
  ['/performance?show=nonsense', {}],
  ['/births?show=nonsense&in=pen', { in: 'pen' }],
  ['/papers?kind=nonsense', {}],
  ['/choose-plan?cancelled=id&cycle=yearly&coupon=2026', { cancelled: 'id', cycle: 'yearly', coupon: '2026' }],
  ['/choose-plan?cycle=weekly&coupon=%20', {}],
  [
    '/reports?start=2026-01-01&end=today&breedingStart=7&breedingEnd=2026-02-30',
    { start: '2026-01-01', end: '', breedingStart: '', breedingEnd: '' },
  ],
])('the page of %s gets what its screen knows, and nothing else', async (address, known) => {
  const router = createAppRouter(new QueryClient(), createMemoryHistory({ initialEntries: [address] }));
  await import('./screens.tsx');
  const search = router.matchRoutes(router.latestLocation).at(-1)?.search ?? {};
  expect(Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))).toEqual(known);
});
