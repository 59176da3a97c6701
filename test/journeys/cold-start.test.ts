// @module-tag long
import type { BrowserContext, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { productTitle } from '#domain/product.ts';
import { expectAccessible, setUpBrowser, phone } from '#test/browser.ts';
import { addAnimal } from '#test/page-api.ts';
import { portalTitle, startFront, type Front } from '#test/front.ts';
import { startProduct } from '#test/product.ts';
import { press, saved, see, seeButton, seeHeading } from '#test/steps.ts';
import { openByMenu } from '#test/ui-actions.ts';
import { readBuiltScreens } from '#test/web-dir.ts';
import { someOf } from '#test/long-run.ts';

const { product, openPage, openFarm } = setUpBrowser({});

/** Chromium reports every request that failed. */
const installable = { viewport: phone, serviceWorkers: 'allow', expected: /Failed to|ServiceWorker|net::ERR/ } as const;

const workersOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return (['installing', 'waiting', 'active'] as const).filter((state) => registration?.[state]);
  });

/** The context of a phone whose worker has stored the build, with a page at the farm's dashboard. */
async function openInstalled(baseURL = product().url): Promise<{ page: Page; context: BrowserContext }> {
  const { page } = await openFarm({ ...installable, baseURL });
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return { page, context: page.context() };
}

async function openAt(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

async function openFront(): Promise<Front> {
  const front = await startFront(product().url);
  onTestFinished(() => front.stop());
  return front;
}

const ready = 'A new version is ready';
const isStored = (page: Page): Promise<boolean> => page.evaluate(async () => (await caches.match('/shell.html')) !== undefined);
const isNew = (page: Page) => page.waitForFunction(() => document.querySelector('script[src*=".second."]') !== null);
const scriptsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  );

test('a visitor of the marketplace gets no service worker', async () => {
  const page = await openPage({ serviceWorkers: 'allow' });
  await page.goto('/for-sale');
  await seeHeading(page, 'For Sale Marketplace');
  await page.waitForTimeout(2500);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test('a stored farm opens a second after a server that does not answer, and shows nothing to a session that has ended', async () => {
  const front = await openFront();
  const { page, context } = await openInstalled(front.url);
  await addAnimal(page, 'E-1', { name: 'Clover' });
  await page.goto('/animals');
  await page.getByRole('link', { name: /E-1/ }).first().waitFor();
  await saved(page);

  front.answer = (path) => (path === '/api/auth/me' ? 'hang' : 'forward');
  await page.goto('/animals');
  await page.getByRole('link', { name: /E-1/ }).first().waitFor();

  front.answer = undefined;
  await context.clearCookies();
  await page.addInitScript(() => {
    const look = () => document.body?.innerText.includes('E-1') && Object.assign(globalThis, { wasShown: true });
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await page.goto('/animals');
  await page.waitForURL('**/login');
  await page.getByRole('button', { name: 'Login', exact: true }).waitFor();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'wasShown') as unknown)).toBeUndefined();
});

test('a captive portal that answers everything with its own page is never stored, and is shown where the network is asked', async () => {
  const front = await openFront();
  const { page } = await openFarm({ ...installable, baseURL: front.url });
  // It comes up while the files are being stored.
  front.answer = (path) => (path === '/shell.html' || path.startsWith('/icon-') ? 'portal' : 'forward');
  await page.goto('/');
  await page.waitForFunction(async () => (await caches.keys()).length > 0);
  await expect.poll(() => workersOf(page)).toEqual([]);
  expect(await isStored(page)).toBe(false);
  front.answer = undefined;
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);

  await saved(page);

  front.answer = () => 'portal';
  await page.goto('/animals');
  await seeHeading(page, 'Animals');
  await seeButton(page, /^No answer/);
  await page.goto('/for-sale');
  await seeHeading(page, portalTitle);
  front.answer = undefined;
  await page.goto('/animals');
  await seeHeading(page, 'Animals');
  expect(await page.evaluate(async () => (await (await caches.match('/shell.html'))?.text())?.includes('id="root"'))).toBe(true);
});

test('on a line that hangs the screens of a farm open at once, the others after three seconds', async () => {
  const front = await openFront();
  const { page } = await openInstalled(front.url);
  front.answer = () => 'hang';
  const timeUntilOpen = async (path: string): Promise<number> => {
    const started = Date.now();
    await page.goto(path, { waitUntil: 'commit' });
    return Date.now() - started;
  };
  const ofFarm = await timeUntilOpen('/animals');
  const ofMarket = await timeUntilOpen('/for-sale');
  expect(ofMarket).toBeGreaterThanOrEqual(3000);
  expect(ofFarm).toBeLessThan(ofMarket);
  await page.locator('#root').waitFor({ state: 'attached' });
});

test('after an upgrade of the server the old page works on with its own files until the new version is taken', async () => {
  const front = await openFront();
  const { page, context } = await openInstalled(front.url);
  front.isUpgraded = true;
  // The line breaks while the new version is being stored.
  front.answer = (path) => (path.startsWith('/assets/r') ? 'cut' : 'forward');
  const second = await openAt(context, '/animals');
  await expect.poll(() => second.evaluate(async () => (await caches.keys()).length)).toBe(2);
  await expect.poll(() => workersOf(second)).toEqual(['active']);
  expect(await second.getByText(ready).count()).toBe(0);
  front.answer = undefined;

  await second.reload();
  for (const window of [page, second]) await see(window, ready);
  await expectAccessible(second);
  await press(second, 'Reload');
  await isNew(second);
  await seeHeading(second, 'Animals');
  await second.getByText(ready).waitFor({ state: 'detached' });
  expect((await scriptsOf(second)).filter((name) => !name.includes('.second.'))).toEqual([]);

  await openByMenu(page, 'Breeding Management');
  await seeHeading(page, 'Breeding Management');
  expect((await scriptsOf(page)).filter((name) => name.includes('.second.'))).toEqual([]);
  await press(page, 'Reload');
  await isNew(page);
  await seeHeading(page, 'Breeding Management');
});

test('a new version that nobody took is there when the product is opened again', async () => {
  const front = await openFront();
  const { page, context } = await openInstalled(front.url);
  front.isUpgraded = true;
  await page.reload();
  await see(page, ready);
  await page.close();
  const openAgain = async () => {
    const next = await openAt(context, '/animals');
    await seeHeading(next, 'Animals');
    const scripts = await scriptsOf(next);
    await next.close();
    return scripts.every((name) => name.includes('.second.'));
  };
  await expect.poll(openAgain).toBe(true);
});

// The last one, because it ends the product.
test('without network, and after its server was killed, every address opens a screen of the product, which comes back by itself', async () => {
  const { page, context } = await openInstalled();
  await saved(page);
  await page.close();
  const { url, dataDir } = product();
  await context.setOffline(true);
  await product().kill();
  const screens = readBuiltScreens().filter(({ access }) => ['plan', 'anyone', 'visitor'].includes(access));
  expect(screens.length).toBeGreaterThan(15);
  const waiting = someOf(screens, 15).values();
  const lane = async () => {
    for (const { path } of waiting) {
      const screen = await openAt(context, path.replace('$id', crypto.randomUUID()));
      // The farm is on the phone; what is not says so on its own screen.
      await screen.locator('main').waitFor();
      expect(await screen.title()).toContain(productTitle);
      await screen.close();
    }
  };
  await Promise.all([lane(), lane(), lane()]);
  // The phone has network again before the server is back.
  await context.setOffline(false);
  const animals = await openAt(context, '/animals');
  await seeHeading(animals, 'Animals');
  await seeButton(animals, /^No signal/);
  const market = await openAt(context, '/for-sale');
  await market
    .getByText(/could not be (?:loaded|reached)/)
    .first()
    .waitFor();
  const restarted = await startProduct({ DATA_DIR: dataDir, PORT: new URL(url).port });
  await saved(animals);
  await seeHeading(market, 'For Sale Marketplace');
  await context.close();
  await restarted.end('SIGTERM');
});
