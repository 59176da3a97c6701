// @module-tag long
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpBrowser } from '#test/browser.ts';
import { newPerson, registerByApi } from '#test/ui-actions.ts';

const { openPage } = setUpBrowser();

/** A page whose device stores a farm with one animal, and whose next start comes from the service worker. */
async function storedFarm(): Promise<Page> {
  const page = await openPage({ serviceWorkers: 'allow', expected: /Failed to/ });
  await registerByApi(page, newPerson('ada'));
  await page.request.post('/api/animals', { data: { tagNumber: 'D-1', species: 'goat', sex: 'female' } });
  await page.goto('/animals');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  return page;
}

const shown = (page: Page): Promise<boolean> => page.evaluate(() => document.body.innerText.includes('D-1'));

test('a device whose session has ended shows nothing of its stored farm, and one without an answer opens it after a second', async () => {
  const page = await storedFarm();
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/auth/me', () => mayAnswer);
  await page.reload();
  await page.getByRole('article', { name: /D-1/ }).waitFor();
  answer();
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  await page.context().clearCookies();
  await page.addInitScript(() => {
    const look = () => {
      if (document.body?.innerText.includes('D-1')) Object.assign(globalThis, { wasShown: true });
      requestAnimationFrame(look);
    };
    look();
  });
  await page.reload();
  await page.waitForURL('/login');
  await page.getByText('Your session has ended').waitFor();
  expect([await shown(page), await page.evaluate(() => 'wasShown' in globalThis)]).toEqual([false, false]);
});

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
