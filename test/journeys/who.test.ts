// @module-tag long
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { setUpBrowser } from '#test/browser.ts';
import { post } from '#test/page-api.ts';
import { newPerson, registerByApi } from '#test/ui-actions.ts';

const { openPage } = setUpBrowser();

/** A page whose device stores a farm with one animal, and whose next start comes from the service worker. */
async function storedFarm(): Promise<Page> {
  const page = await openPage({ serviceWorkers: 'allow', expected: /Failed to/ });
  await registerByApi(page, newPerson('ada'));
  await post(page, 'animals', { tagNumber: 'D-1', species: 'goat', sex: 'female' });
  await page.goto('/animals');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  return page;
}

test('the role of the newest answer decides who gets into the administration', async () => {
  const page = await storedFarm();
  let role = 'admin';
  await page.route('**/api/auth/me', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), role } });
  });
  await page.goto('/admin');
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  role = 'basic';
  await page.reload();
  await page.waitForURL('/');
});
