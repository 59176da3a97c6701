// @module-tag long
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { expectNoSidewaysScroll, launchBrowser, phone, settled, setUpBrowser, watchRequests } from '#test/browser.ts';
import { get } from '#test/page-api.ts';
import { newPerson, registerByApi } from '#test/ui-actions.ts';
import { readBuiltScreens } from '#test/web-dir.ts';
import { someOf } from '#test/long-run.ts';

const { product } = setUpBrowser();

const often = ['/', '/animals', '/breeding', '/births', '/settings', '/for-sale', '/animals/import', '/choose-plan'];
const others = readBuiltScreens()
  .filter(({ path, access }) => ['plan', 'anyone'].includes(access) && !path.includes('$') && !often.includes(path))
  .map(({ path }) => path);

test.each([
  ['enlarged by half, no screen of a phone cuts a word', 24],
  ['twice as large, the keys of the header stand apart', 32],
])('with letters %s, and no screen needs sideways scrolling', async (_, size) => {
  const browser = await launchBrowser([`--blink-settings=defaultFontSize=${size}`]);
  onTestFinished(() => browser.close());
  const context = await browser.newContext({ baseURL: product().url, viewport: phone, serviceWorkers: 'block' });
  const page = await context.newPage();
  watchRequests(page);
  const person = newPerson('ada');
  await registerByApi(page, person);
  await product().addDemoFarm(person.username);
  const [listed] = await get<{ id: string }>(page, 'for-sale');
  const trouble: Record<string, readonly string[]> = {};
  for (const path of [...often, ...someOf(others, 12), `/for-sale/${listed?.id}`, `/animals/${listed?.id}`]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    await expectNoSidewaysScroll(page);
    trouble[path] = size === 24 ? await cutTexts(page) : await overlapsInHeader(page);
  }
  expect(Object.entries(trouble).filter(([, texts]) => texts.length > 0)).toEqual([]);
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
