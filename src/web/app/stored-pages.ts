import { lazily } from '#web/components/lazily.ts';
import { localCopy } from '#web/lib/local-copy.ts';

// The stored page is shown in one step and replaces the screen as it was left (decision 42).

export const DashboardPage = lazily(async () => {
  const { DashboardPage: Page, Today } = await import('#web/dashboard/dashboard.page.tsx');
  if (localCopy()) await Today.preload();
  return Page;
});

export const AnimalsPage = lazily(async () => {
  const { AnimalsPage: Page, preloadHerdList } = await import('#web/animals/animals.page.tsx');
  if (localCopy()) await preloadHerdList();
  return Page;
});
