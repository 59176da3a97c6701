// @module-tag long
import { expect, test } from 'vitest';
import { setUpBrowser, phone } from '#test/browser.ts';
import { addAnimal } from '#test/page-api.ts';
import { registerByApi, newPerson } from '#test/ui-actions.ts';

const { openPage, openFarm } = setUpBrowser();

test.each([
  ['/for-sale', 'a visitor'],
  ['/login', 'a visitor'],
  ['/', 'a visitor'],
  ['/', 'a farmer'],
  ['/animals', 'a farmer'],
])('the first HTML of %s preloads for %s the scripts of the screen, and nothing is fetched twice', async (path, who) => {
  const page = await openPage({ viewport: phone });
  if (who === 'a farmer') await registerByApi(page, newPerson('early'));
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  const early = await page
    .locator('link[rel=preload][href^="/api"], link[rel=modulepreload][href^="/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  // The marketplace is in the three files that every page begins with.
  expect(early.length).toBeGreaterThan(path === '/for-sale' ? 2 : 3);
  expect(early.map((href) => [href, requestedPaths.filter((one) => one === href).length])).toEqual(
    early.map((href) => [href, 1]),
  );
  // Without a session there is no request for the user, and the listings are in the HTML.
  expect(early.includes('/api/auth/me')).toBe(who === 'a farmer');
});

test('hydration shifts no layout, and preserves the scroll position, typed input and the focus', async () => {
  for (const tag of ['F-2', 'F-3', 'F-4']) {
    const { page: seller } = await openFarm();
    await addAnimal(seller, tag, { name: 'Clover', forSale: true, salePrice: 250 });
  }
  const prerendered = async () => {
    const page = await openPage({ viewport: phone });
    const { promise: mayCome, resolve: comes } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', (route) => mayCome.then(() => route.continue()));
    await page.goto('/for-sale', { waitUntil: 'commit' });
    const field = page.getByRole('textbox', { name: 'Search animals for sale' });
    const first = await field.elementHandle();
    const hydrate = async () => {
      comes();
      await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
    };
    return { page, field, hydrate };
  };
  const seen = await prerendered();
  const card = seen.page.getByRole('article').nth(1);
  await card.evaluate((element) => element.scrollIntoView());
  const before = await card.boundingBox();
  await seen.hydrate();
  expect(await card.boundingBox()).toEqual(before);
  expect(await seen.field.inputValue()).toBe('');

  const { page, field, hydrate } = await prerendered();
  await field.pressSequentially('clov');
  await hydrate();
  await page.keyboard.type('er');
  expect(await field.inputValue()).toBe('clover');
  await page.waitForURL(/search=clover/);
});
