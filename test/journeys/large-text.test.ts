// @module-tag long
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoSidewaysScroll, launchBrowser, phone, settled, setUpBrowser, watchRequests } from '#test/browser.ts';
import { newPerson, registerByApi } from '#test/ui-actions.ts';
import { readBuiltScreens } from '#test/web-dir.ts';
import { someOf } from '#test/long-run.ts';

const { product } = setUpBrowser();
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser(['--blink-settings=defaultFontSize=24']);
  const context = await browser.newContext({ baseURL: product().url, viewport: phone, serviceWorkers: 'block' });
  page = await context.newPage();
  watchRequests(page);
  const person = newPerson('ada');
  await registerByApi(page, person);
  await product().addDemoFarm(person.username);
});
afterAll(() => browser?.close());

const often = ['/', '/animals', '/breeding', '/births', '/settings', '/for-sale', '/animals/import', '/choose-plan'];
const others = readBuiltScreens()
  .filter(({ path, access }) => ['plan', 'anyone'].includes(access) && !path.includes('$') && !often.includes(path))
  .map(({ path }) => path);

test('with letters enlarged by half no screen of a phone cuts a word or needs sideways scrolling', async () => {
  const cut: Record<string, readonly string[]> = {};
  for (const path of [...often, ...someOf(others, 12)]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    await expectNoSidewaysScroll(page);
    cut[path] = await cutTexts(page);
  }
  expect(Object.entries(cut).filter(([, texts]) => texts.length > 0)).toEqual([]);
});

test('with letters enlarged by half, no field and no button of the form of an animal is outside of it', async () => {
  await page.goto('/animals');
  await page.getByRole('button', { name: 'Add Animal' }).click();
  const form = page.getByRole('dialog', { name: 'Add Animal' });
  await form.getByRole('button', { name: 'Add a photo' }).waitFor();
  const outside = await form.evaluate((dialog) => {
    const { right } = dialog.getBoundingClientRect();
    return [...dialog.querySelectorAll('input, button')].filter((each) => each.getBoundingClientRect().right > right).length;
  });
  expect(outside).toBe(0);
});

test('with letters twice as large, no screen needs sideways scrolling and the keys of the header stand apart', async () => {
  const [listed] = (await (await fetch(`${product().url}/api/for-sale`)).json()) as readonly { readonly id: string }[];
  const twice = await launchBrowser(['--blink-settings=defaultFontSize=32']);
  try {
    const storageState = await page.context().storageState();
    const context = await twice.newContext({ baseURL: product().url, viewport: phone, serviceWorkers: 'block', storageState });
    const large = await context.newPage();
    watchRequests(large);
    const ofListed = [`/for-sale/${listed?.id}`, `/animals/${listed?.id}`];
    const rare = [
      '/work',
      '/work/new?do=weigh',
      '/places',
      '/places?show=plan',
      '/animal-sells',
      '/reports',
      '/profile',
      '/worms',
    ];
    for (const path of [...often, ...rare, ...ofListed]) {
      await large.goto(path);
      await large.getByRole('heading', { level: 1 }).waitFor();
      await settled(large);
      await expectNoSidewaysScroll(large);
      expect(await overlapsInHeader(large), path).toEqual([]);
    }
  } finally {
    await twice.close();
  }
});

/** The texts that end in an ellipsis. */
const cutTexts = (of: Page): Promise<string[]> =>
  of.locator('main').evaluate((main) =>
    [...main.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
      const { textOverflow } = getComputedStyle(element);
      const isCut = textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
      return isCut && element.innerText.trim() !== '' ? [element.innerText] : [];
    }),
  );

/** The pairs of buttons of the header that cover each other. */
const overlapsInHeader = (of: Page): Promise<string[]> =>
  of.locator('header.sticky').evaluateAll((headers) => {
    const buttons = headers.flatMap((header) => [...header.querySelectorAll('button')]);
    return buttons.flatMap((button, index) => {
      const { right } = button.getBoundingClientRect();
      const next = buttons[index + 1];
      return next && next.getBoundingClientRect().left < right - 1
        ? [`${button.ariaLabel ?? button.innerText} and ${next.ariaLabel ?? next.innerText}`]
        : [];
    });
  });
