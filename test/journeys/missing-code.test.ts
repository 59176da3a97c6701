// @module-tag long
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktop, expectAccessible, setUpBrowser, phone } from '#test/browser.ts';
import { post } from '#test/page-api.ts';
import { openByMenu, toast } from '#test/ui-actions.ts';
import { longTest, someOf } from '#test/long-run.ts';

const { openFarm } = setUpBrowser();

longTest(
  'no script file that is missing makes the page go blank or hides that something was saved',
  { timeout: 600_000 },
  async () => {
    const requestedScripts = new Set<string>();
    const observed = await farmOnScreen(phone);
    observed.on('request', (request) => requestedScripts.add(scriptName(request.url())));
    await workThrough(observed, () => Promise.resolve());
    await expect.poll(() => requestedScripts.size).toBeGreaterThan(10);
    await observed.context().close();

    requestedScripts.delete('');
    const waiting = someOf([...requestedScripts], 10).values();
    const worker = async () => {
      for (const script of waiting) {
        const page = await farmOnScreen(phone);
        const file = `**/assets/${script}`;
        await page.route(file, (route) => route.abort('connectionfailed'));
        await workThrough(page, () => page.unroute(file)).catch((error: unknown) => {
          throw new Error(`without ${script}`, { cause: error });
        });
        await page.context().close();
      }
    };
    await Promise.all([worker(), worker()]);
  },
);

longTest('the search whose code cannot be loaded says so, and opens when the page is loaded again', async () => {
  const page = await farmOnScreen(phone, async (opened) => {
    await opened.route('**/assets/find-dialog-*.js', (route) => route.abort('connectionfailed'));
  });
  await page.getByRole('button', { name: /^Find/ }).click();
  await page.getByText('Find could not be loaded').waitFor();
  await expectAccessible(page);
  await page.unroute('**/assets/find-dialog-*.js');
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await page.getByText('Find could not be loaded').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: /^Find/ }).click();
  await page.getByRole('dialog', { name: 'Find' }).getByRole('combobox').waitFor();
});

longTest('without what every screen of a farm has, the page says so, and has it when it is loaded again', async () => {
  const page = await farmOnScreen(phone, async (opened) => {
    await opened.route('**/assets/farm-parts-*.js', (route) => route.abort('connectionfailed'));
  });
  await page.getByText('Part of this page could not be loaded').waitFor();
  await page.unroute('**/assets/farm-parts-*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('button', { name: /^Find/ }).waitFor();
});

longTest('a page opened without a connection shows an error of the product, and loads when the connection returns', async () => {
  const page = await farmOnScreen(phone, async (opened) => {
    await opened.route('**/assets/{reports,settings}.page-*.js', (route) => route.abort('connectionfailed'));
  });
  await page.context().setOffline(true);
  await openByMenu(page, 'Reports');
  await page.getByRole('heading', { name: 'The server could not be reached' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/reports');
  await expectAccessible(page);
  await openByMenu(page, 'Settings');
  await page.getByRole('heading', { name: 'The server could not be reached' }).waitFor();
  await openByMenu(page, 'Reports');
  await page.getByRole('heading', { name: 'The server could not be reached' }).waitFor();
  await page.unroute('**/assets/{reports,settings}.page-*.js');
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Reports & Analytics' }).waitFor();
});

longTest('after an upgrade of the server a page whose code is gone reloads at the same address', async () => {
  const page = await farmOnScreen(desktop, async (opened) => {
    await opened.route('**/assets/reports.page-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  });
  await page.route('**/login', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script src="/assets/new.js"></script>' }),
  );
  const reloaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Reports' }).click();
  await reloaded;
  expect(new URL(page.url()).pathname).toBe('/reports');
  await page.getByRole('heading', { name: 'This page needs to be loaded again' }).waitFor();
  // It is not loaded over and over where that does not help.
  await page.waitForTimeout(1000);
  await expectAccessible(page);
  await page.unroute('**/assets/reports.page-*.js');
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reports & Analytics' }).waitFor();
});

test('a page whose scripts fail to load says so and offers a retry', async () => {
  const { page } = await openFarm({ viewport: phone });
  await page.route('**/assets/framework-*.js', (route) => route.abort('connectionfailed'));
  await page.goto('/animals');
  const notice = page.getByRole('alert').filter({ hasText: 'This page could not be loaded completely.' });
  await notice.waitFor();
  await page.unroute('**/assets/framework-*.js');
  await notice.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Add Animal' }).first().waitFor();
  await notice.waitFor({ state: 'detached' });
});

const scriptName = (url: string): string => /\/assets\/([^/]+\.js)$/.exec(url)?.[1] ?? '';

async function farmOnScreen(
  viewport: typeof phone | typeof desktop,
  prepare: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<Page> {
  const { page } = await openFarm({ isIntercepted: true, viewport });
  for (const [tagNumber, sex] of [
    ['D-1', 'female'],
    ['B-1', 'male'],
  ])
    await post(page, 'animals', { tagNumber, sex, species: 'goat', birthDate: '2022-01-01' });
  await prepare(page);
  await page.goto('/animals');
  await page.locator('#root:not([inert])').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Edit D-1' }).waitFor();
  return page;
}

/** Records an animal, a checkup and a mating; where a chunk is missing, the page says so, and continues once it is `repaired`. */
async function workThrough(page: Page, repair: () => Promise<unknown>): Promise<void> {
  const arrives = async (what: ReturnType<Page['locator']>, open: () => Promise<void> = () => Promise.resolve()) => {
    const excuse = page.getByText(/could not be loaded|needs to be loaded again/).first();
    await what.or(excuse).first().waitFor();
    if (!(await what.isVisible())) {
      await repair();
      // The page may reload by itself at any moment until then, which cuts this off.
      await expect.poll(() => page.reload().then(Boolean, () => false)).toBe(true);
      await open();
    }
    await what.waitFor();
  };

  const openForm = () => page.getByRole('button', { name: 'Add Animal' }).first().click();
  await openForm();
  const dialog = page.getByRole('dialog', { name: 'Add Animal' });
  await arrives(dialog.getByLabel('Tag number'), openForm);
  await dialog.getByLabel('Tag number').fill('N-1');
  await dialog.getByRole('button', { name: 'Add Animal' }).click();
  await toast(page, 'Animal added successfully').waitFor();
  await dialog.waitFor({ state: 'hidden' });

  await openByMenu(page, 'Health Records');
  await arrives(page.getByLabel('Weight (lbs)'));
  await page.getByLabel('Animal', { exact: true }).click();
  await page.getByRole('option', { name: /D-1/ }).click();
  await page.getByLabel('Weight (lbs)').fill('35');
  await page.getByRole('radio', { name: /Good/ }).first().click();
  await page.getByRole('button', { name: 'Save Health Record' }).click();
  await toast(page, 'Health record created successfully').waitFor();

  await openByMenu(page, 'Breeding Management');
  await arrives(page.getByLabel('Male', { exact: true }));
  await page.getByLabel('Male', { exact: true }).click();
  await page.getByRole('option', { name: /B-1/ }).click();
  await page.getByRole('option', { name: /D-1/ }).click();
  await page.getByRole('button', { name: 'Save Breeding Record' }).click();
  await toast(page, 'Breeding record created successfully').waitFor();

  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Profile' }).waitFor();
}
