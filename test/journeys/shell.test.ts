import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  phone,
  settled,
  setUpBrowser,
  expectGoodLook,
  touchPhone,
} from '#test/browser.ts';
import { send } from '#test/page-api.ts';
import { pick, press, seeButton } from '#test/steps.ts';
import { registerByApi, newPerson, toast } from '#test/ui-actions.ts';
import { grows, isLongRun, longTest, seed } from '#test/long-run.ts';
import { createRandom } from '../../scripts/demo-random.ts';

const { product, openPage, openFarm } = setUpBrowser();

const guarded = ['/', '/animals', '/health', '/breeding', '/animal-sells', '/reports', '/profile', '/settings', '/admin'];

test('a visitor sees the marketplace and nothing else in the menu, and every page of the farm redirects to sign in', async () => {
  const page = await openPage();
  await page.goto('/for-sale');
  const links = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link');
  await links.first().waitFor();
  expect(await links.allInnerTexts()).toEqual(['For Sale']);
  expect(await page.getByRole('button', { name: 'Logout' }).count()).toBe(0);
  for (const path of guarded) {
    await page.goto(path);
    await page.waitForURL('/login');
  }
});

test('without a plan the pages of a farm redirect to the plans, with one the administration to the dashboard, and an unknown address is a page that says so', async () => {
  const page = await openPage();
  await registerByApi(page, newPerson('ada'), 'none');
  for (const path of ['/', '/animals', '/settings']) {
    await page.goto(path);
    await page.waitForURL('/choose-plan');
  }
  await send(page, 'select-plan', { planType: 'guest', billingCycle: 'monthly' });
  await page.goto('/admin');
  await page.waitForURL('/');
  expect(await page.getByRole('link', { name: 'Admin Dashboard' }).count()).toBe(0);
  for (const path of ['/no-such-page', '/animals/no/such']) {
    await page.goto(path);
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
  }
});

/** A page that is not hydrated yet handles no keys. */
const sidebarWidth = async (page: Page): Promise<number | undefined> =>
  (await page.locator('#root:not([inert]) aside').first().boundingBox())?.width;

test('the sidebar has its specified widths, collapses with Ctrl+B and remembers its state', async () => {
  const { page } = await openFarm();
  await page.goto('/');
  const width = () => sidebarWidth(page);
  await expect.poll(width).toBe(256);
  await page.keyboard.press('Control+b');
  await expect.poll(width).toBe(48);
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar_state');
  expect(cookie?.value).toBe('false');
  expect(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400).toBeCloseTo(7, 1);
  await page.reload();
  await expect.poll(width).toBe(48);
  await press(page, 'Toggle sidebar');
  await expect.poll(width).toBe(256);
  // With the keyboard alone the menu is left out.
  await page.reload();
  await expect.poll(width).toBe(256);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
});

test('on a phone the menu is a sheet that closes when a page is chosen', async () => {
  const { page } = await openFarm({ viewport: phone });
  await page.goto('/');
  await press(page, 'Toggle sidebar');
  const sheet = page.getByRole('dialog');
  await sheet.waitFor();
  expect((await sheet.boundingBox())?.width).toBe(288);
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.getAttribute('href'));
  expect(await focused()).toBe('/');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  expect(await focused()).toBe('Toggle sidebar');
  await press(page, 'Toggle sidebar');
  await expectAccessible(page);
  await sheet.getByRole('link', { name: 'Settings' }).click();
  await page.waitForURL('/settings');
  await sheet.waitFor({ state: 'hidden' });
  await press(page, 'Toggle sidebar');
  await sheet.waitFor();
  await page.goBack();
  await sheet.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/settings');
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
});

longTest('on a phone the bar at the bottom leads to what a day needs, and what is recorded is begun from it', async () => {
  const { page } = await openFarm({ viewport: phone });
  await page.goto('/');
  const bar = page.getByRole('navigation', { name: 'Shortcuts' });
  await bar.getByRole('link', { name: 'Animals' }).click();
  await page.waitForURL('/animals');
  await press(bar, 'Record');
  const sheet = page.getByRole('dialog', { name: 'Record' });
  await seeButton(sheet, 'Births');
  await expectGoodLook(page);
  await press(sheet, 'New animal');
  await page.getByRole('dialog', { name: 'Add Animal' }).waitFor();
  await page.goBack();
  await press(bar, 'Record');
  await press(sheet, 'Weigh');
  await page.waitForURL('/work/new?do=weigh');
  // Where keys for numbers or a Save stand at the bottom, they take its place.
  await bar.waitFor({ state: 'hidden' });
  await page.goBack();
  await page.waitForURL('/animals');
  await press(bar, 'More');
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Settings' }).click();
  await page.waitForURL('/settings');
});

longTest(
  'a touch beside what is open reaches nothing under it: a list of choices on the page and in a dialog, a menu, and the dialog itself',
  async () => {
    const { page, person } = await openFarm(touchPhone);
    await product().addHerd(person.username, 200);
    await page.goto('/animals');
    const link = page.locator('#root:not([inert])').getByRole('list', { name: 'Animals' }).getByRole('link').first();
    await link.waitFor();
    const { x = 0, y = 0, height = 0 } = (await link.boundingBox()) ?? {};
    const touchLink = () => page.touchscreen.tap(x + 4, y + height / 2);
    const choices = page.getByRole('listbox');
    const centreOf = async (target: Locator) => {
      const box = (await target.boundingBox())!;
      return [box.x + box.width / 2, box.y + box.height / 2] as const;
    };
    await page.getByRole('combobox', { name: 'Status' }).tap();
    await choices.waitFor();
    await expectAccessible(page);
    await touchLink();
    await choices.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/animals');

    await page.getByRole('button', { name: 'Add Animal' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Add Animal' });
    await settled(page);
    await page.touchscreen.tap(40, 30);
    const cancel = await centreOf(dialog.getByRole('button', { name: 'Cancel' }));
    await dialog.getByRole('combobox', { name: 'Health' }).tap();
    await choices.waitFor();
    await expectAccessible(page);
    await page.touchscreen.tap(...cancel);
    await choices.waitFor({ state: 'hidden' });
    await dialog.waitFor();
    await page.touchscreen.tap(...cancel);
    await dialog.waitFor({ state: 'hidden' });
    await touchLink();
    await page.waitForURL(/\/animals\/./);

    const work = await centreOf(page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Work' }));
    const address = page.url();
    await seeButton(page, 'Weigh');
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).tap();
    await page.getByRole('menuitem', { name: 'Checkup' }).waitFor();
    await page.touchscreen.tap(...work);
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    expect(page.url()).toBe(address);
  },
);

test('the theme is the system’s until one is chosen, and the choice is remembered', async () => {
  const { page } = await openFarm({ colorScheme: 'dark' });
  await page.goto('/');
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'));
  expect(await isDark()).toBe(true);
  await press(page, 'Switch to the light theme');
  expect(await isDark()).toBe(false);
  await page.reload();
  expect(await isDark()).toBe(false);
});

longTest('the night of Settings holds its contrast, and the button of the header switches between it and light', async () => {
  const { page, person } = await openFarm({ viewport: phone });
  await product().addDemoFarm(person.username);
  await page.goto('/settings/you');
  await pick(page, 'Night');
  for (const path of ['/settings', '/animals', '/health']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    await expectAccessible(page, 'dark');
  }
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('oklch(0.785 0.14 40)');
  const night = await ground();
  await press(page, 'Switch to the light theme');
  expect(await ground()).not.toBe(night);
  await press(page, 'Switch to the dark theme');
  expect(await ground()).toBe(night);
});

test('a toast is at the top right, can be swiped away and is focused with F8', async () => {
  const { page } = await openFarm({ viewport: { width: 800, height: 700 } });
  await page.goto('/choose-plan');
  const apply = page.getByRole('button', { name: 'Apply' });
  await settled(page);
  const shown = toast(page, 'Enter a coupon code');
  await apply.click();
  await shown.waitFor();
  await settled(page);
  const { x = 0, y = 0, width = 0 } = (await shown.boundingBox()) ?? {};
  expect(width).toBeLessThanOrEqual(420);
  expect(x + width).toBeGreaterThan(760);
  const start = { x: x + 60, y: y + 20 };
  await swipe(page, start, 40);
  expect(await shown.isVisible()).toBe(true);
  expect(await shown.count()).toBe(1);
  await page.keyboard.press('F8');
  const region = await page.evaluate(() => document.activeElement?.closest('[role=region]')?.ariaLabel);
  expect(region).toMatch(/Notification.*F8/);
  await swipe(page, start, 60);
  await shown.waitFor({ state: 'hidden' });
});

test('a page from right to left is so in all of its parts, and a toast is at the left and swiped there', async () => {
  const { page } = await openFarm({ viewport: { width: 800, height: 700 }, isIntercepted: true });
  await page.route('/choose-plan', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('<html', '<html dir="rtl"') });
  });
  await page.goto('/choose-plan');
  await page.locator('[role=radiogroup][dir=rtl]').waitFor();
  expect(await page.locator('[dir=ltr]').count()).toBe(0);
  const shown = toast(page, 'Enter a coupon code');
  await press(page, 'Apply');
  await shown.waitFor();
  const { x, y = 0 } = (await shown.boundingBox()) ?? {};
  expect(x).toBeLessThan(40);
  await swipe(page, { x: 360, y: y + 20 }, 60);
  expect(await shown.isVisible()).toBe(true);
  await swipe(page, { x: 360, y: y + 20 }, -60);
  await shown.waitFor({ state: 'hidden' });
});

async function swipe(page: Page, { x, y }: { x: number; y: number }, pixels: number): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + pixels, y, { steps: 8 });
  await page.mouse.up();
}

const withoutAdmin = guarded.filter((path) => path !== '/admin');
const rare = ['/animals/import', '/for-sale', '/places', '/products', '/worms'];
const pagesOfRun = isLongRun ? [...withoutAdmin, ...rare] : withoutAdmin;

test('axe finds no violation on any page of a farm', { ...grows, timeout: 900_000 }, async () => {
  const [fresh, old] = [await openPage(), await openPage()];
  await registerByApi(fresh, newPerson('ada'));
  if (isLongRun) {
    const person = newPerson('demo');
    await registerByApi(old, person);
    await product().addDemoFarm(person.username);
  }
  const chance = createRandom(seed);
  for (const path of [...pagesOfRun, '/choose-plan', '/no-such-page']) {
    const [isWide, isDark] = isLongRun ? [chance() < 0.5, chance() < 0.5] : [false, false];
    await expectPageAccessible(fresh, path, isWide, isDark);
    // The opposite in everything, so that each pair of farm, width and theme has been tried after some runs.
    if (isLongRun) await expectPageAccessible(old, path, !isWide, !isDark);
  }
});

async function expectPageAccessible(page: Page, path: string, isWide: boolean, isDark: boolean): Promise<void> {
  await page.setViewportSize(isWide ? desktop : phone);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
  await expectAccessible(page, isDark ? 'dark' : 'light');
  await expectNoSidewaysScroll(page);
}
