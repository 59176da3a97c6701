// @module-tag long
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktop, expectAccessible, settled, setUpBrowser, phone } from '#test/browser.ts';
import { addAnimal } from '#test/page-api.ts';
import { choose, fill, press, see, seeButton, seeHeading } from '#test/steps.ts';
import { openByMenu, toast } from '#test/ui-actions.ts';
import { someOf } from '#test/long-run.ts';

const { openFarm } = setUpBrowser();

test(
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

test.each([
  ['the search', 'find-dialog-*', 'Find could not be loaded', 'Load the page again'],
  ['what every screen of a farm has', 'farm-parts-*', 'Part of this page could not be loaded', 'Reload'],
  ['what all screens begin with', 'framework-*', 'This page could not be loaded completely.', 'Try again'],
])('without the code of %s the page says so, and has it when it is loaded again', async (_, file, excuse, again) => {
  const page = await farmOnScreen(phone);
  const scripts = `**/assets/${file}.js`;
  await page.route(scripts, (route) => route.abort('connectionfailed'));
  await page.reload();
  if (file.startsWith('find')) await press(page, /^Find/);
  await see(page, excuse);
  // Without what all begin with, the page stays inert.
  if (!file.startsWith('framework')) await expectAccessible(page);
  await page.unroute(scripts);
  await press(page, again);
  await page.getByText(excuse).waitFor({ state: 'detached' });
  await press(page, /^Find/);
  await page.getByRole('dialog', { name: 'Find' }).getByRole('combobox').waitFor();
});

test('after an upgrade of the server a page whose code is gone reloads at the same address', async () => {
  const page = await farmOnScreen(desktop);
  const scripts = '**/assets/reports.page-*.js';
  await page.route(scripts, (route) => route.fulfill({ status: 404, body: '' }));
  await page.reload();
  await page.route('**/login', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script src="/assets/new.js"></script>' }),
  );
  await settled(page);
  const reloaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Reports' }).click();
  await reloaded;
  expect(new URL(page.url()).pathname).toBe('/reports');
  await page.getByRole('heading', { name: 'This page needs to be loaded again' }).waitFor();
  // It is not loaded over and over where that does not help.
  await page.waitForTimeout(1000);
  await expectAccessible(page);
  await page.unroute(scripts);
  await press(page, 'Load the page again');
  await seeHeading(page, 'Reports & Analytics');
});

const scriptName = (url: string): string => /\/assets\/([^/]+\.js)$/.exec(url)?.[1] ?? '';

async function farmOnScreen(viewport: typeof phone | typeof desktop): Promise<Page> {
  const { page } = await openFarm({ isIntercepted: true, viewport });
  await addAnimal(page, 'D-1', { birthDate: '2022-01-01' });
  await addAnimal(page, 'B-1', { birthDate: '2022-01-01', sex: 'male' });
  await page.goto('/animals');
  await page.locator('#root:not([inert])').waitFor({ state: 'attached' });
  await seeButton(page, 'Edit D-1');
  return page;
}

/** Records an animal, a checkup and a mating; where a chunk is missing, the page says so, and continues once it is `repaired`. */
async function workThrough(page: Page, repair: () => Promise<unknown>): Promise<void> {
  const arrives = async (what: Locator, open?: () => Promise<void>) => {
    const excuse = page.getByText(/could not be loaded|needs to be loaded again/).first();
    await what.or(excuse).first().waitFor();
    if (!(await what.isVisible())) {
      await repair();
      // The page may reload by itself at any moment until then, which cuts this off.
      await expect.poll(() => page.reload().then(Boolean, () => false)).toBe(true);
      await open?.();
    }
    await what.waitFor();
  };

  const openForm = () => page.getByRole('button', { name: 'Add Animal' }).first().click();
  await openForm();
  const dialog = page.getByRole('dialog', { name: 'Add Animal' });
  await arrives(dialog.getByLabel('Tag number'), openForm);
  await fill(dialog, { 'Tag number': 'N-1' });
  await press(dialog, 'Add Animal');
  await toast(page, 'Animal added successfully').waitFor();
  await dialog.waitFor({ state: 'hidden' });

  await openByMenu(page, 'Health Records');
  await arrives(page.getByLabel('Weight (lbs)'));
  await choose(page, 'Animal', /D-1/);
  await fill(page, { 'Weight (lbs)': '35' });
  await page.getByRole('radio', { name: /Good/ }).first().click();
  await press(page, 'Save Health Record');
  await toast(page, 'Health record created successfully').waitFor();

  await openByMenu(page, 'Breeding Management');
  await arrives(page.getByLabel('Male', { exact: true }));
  await choose(page, 'Male', /B-1/);
  await page.getByRole('option', { name: /D-1/ }).click();
  await press(page, 'Save Breeding Record');
  await toast(page, 'Breeding record created successfully').waitFor();

  await press(page, 'Toggle sidebar');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Profile' }).waitFor();
}
