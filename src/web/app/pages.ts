import { lazily } from '#web/components/lazily.ts';

export const LoginPage = lazily(async () => (await import('#web/accounts/login.page.tsx')).LoginPage);
export const RevertEmailPage = lazily(async () => (await import('#web/accounts/revert-email.page.tsx')).RevertEmailPage);
export const ConfirmEmailPage = lazily(async () => (await import('#web/accounts/confirm-email.page.tsx')).ConfirmEmailPage);
export const ChoosePlanPage = lazily(async () => (await import('./choose-plan-screen.tsx')).ChoosePlanScreen);
export const TestCheckoutPage = lazily(async () => (await import('#web/plans/test-checkout.page.tsx')).TestCheckoutPage);
export const DashboardPage = lazily(async () => (await import('#web/dashboard/dashboard.page.tsx')).DashboardPage);
export const AnimalsPage = lazily(async () => (await import('#web/animals/animals.page.tsx')).AnimalsPage);
export const ImportPage = lazily(async () => (await import('#web/imports/import.page.tsx')).ImportPage);
export const HealthPage = lazily(async () => (await import('#web/health/health.page.tsx')).HealthPage);
export const BreedingPage = lazily(async () => (await import('#web/breeding/breeding.page.tsx')).BreedingPage);
export const AnimalSellsPage = lazily(async () => (await import('#web/sells/animal-sells.page.tsx')).AnimalSellsPage);
export const ForSalePage = lazily(async () => (await import('#web/market/for-sale.page.tsx')).ForSalePage);
export const ListingPage = lazily(async () => (await import('#web/market/listing.page.tsx')).ListingPage);
export const ReportsPage = lazily(async () => (await import('#web/reports/reports.page.tsx')).ReportsPage);
export const ProfilePage = lazily(async () => (await import('#web/profile/profile.page.tsx')).ProfilePage);
export const SettingsPage = lazily(async () => (await import('#web/settings/settings.page.tsx')).SettingsPage);
export const AdminPage = lazily(async () => (await import('#web/admin/admin.page.tsx')).AdminPage);

/** Fetches the screens that a farmer uses, one after the other, so that they are there when the connection is not. */
export async function preloadFarmPages(): Promise<void> {
  for (const page of [AnimalsPage, HealthPage, BreedingPage, DashboardPage, AnimalSellsPage, ProfilePage, SettingsPage]) {
    await page.preload();
  }
}
