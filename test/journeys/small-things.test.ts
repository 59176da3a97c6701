// @module-tag long
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktop, expectNoSidewaysScroll, phone, setUpBrowser } from '#test/browser.ts';
import { patch, post } from '#test/page-api.ts';
import { longTest } from '#test/long-run.ts';

const { product, openPage, openFarm } = setUpBrowser();

longTest('a rejected photo says why and offers no retry', async () => {
  const page = await farm(desktop);
  await page.goto('/animals');
  await page.getByRole('button', { name: 'Add Animal' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Animal' });
  const choose = (buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
  await choose(Buffer.from('this is no picture'));
  await dialog.getByText(/^The photo was not sent\. Upload failed: 4\d\d\. \w+/).waitFor();
  expect(await dialog.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await page.route('**/api/upload', (route) => route.abort('connectionfailed'));
  await choose(Buffer.from('this is no picture either'));
  await dialog.getByRole('button', { name: 'Try again' }).waitFor();
});

longTest('saving an animal that was deleted elsewhere removes it from the list, and a price keeps its cents', async () => {
  const page = await farm(desktop);
  const [doe = ''] = await herd(page, { forSale: true, salePrice: 1250.5 });
  await page.goto('/animals');
  await page.getByRole('button', { name: /^Edit G26-128/ }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel('Price ($)').inputValue()).toBe('1250.50');
  await dialog.getByRole('checkbox', { name: 'Only the year is known' }).click();
  await dialog.getByRole('checkbox', { name: 'Only the year is known' }).click();
  expect(await dialog.getByLabel('Birth date').inputValue()).toBe('2022-01-01');
  await page.request.delete(`/api/animals/${doe}`);
  await dialog.getByLabel('Color').fill('Red');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.getByText('This animal was deleted elsewhere').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Showing 1 of 1').waitFor();
});

test('an ear tag keeps its width beside a long name, and no tag number is broken in a title or in print', async () => {
  const page = await farm(phone);
  const [doe, buck] = await herd(page);
  await patch(page, 'users/profile', { farmName: 'Windy Hill' });
  await post(page, 'breeding-records', { motherId: doe, fatherId: buck, breedingDate: '2026-01-05' });
  await page.goto('/breeding');
  const entry = page.getByRole('article').first();
  await entry.waitFor();
  const lines = (tag: string) =>
    page
      .locator('article .tag span:not([aria-hidden])', { hasText: tag })
      .first()
      .evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
      });
  expect(await lines('G26-128')).toBe(1);
  await expectNoSidewaysScroll(page);

  await page.emulateMedia({ media: 'print' });
  await page.getByText('Windy Hill').last().waitFor();
  const cell = page.getByRole('cell', { name: /G26-128/ });
  const heights = await cell
    .locator('span')
    .first()
    .evaluate((element) => [element.clientHeight, Number.parseFloat(getComputedStyle(element).lineHeight)]);
  expect(heights[0]).toBeLessThan((heights[1] ?? 0) * 1.5);
});

test('a long tag and name put nothing outside of a phone where an animal is weighed and where a mating is planned', async () => {
  const page = await farm(phone);
  const long = {
    tagNumber: 'WINDYHILLUPPERMEADOWEAST-2026-0001',
    name: 'Wilhelmina Charlotte of the Upper Meadow at Windy Hill',
  };
  const [doe = ''] = await herd(page, long);
  await post(page, 'animals', { ...long, species: 'goat', sex: 'male', birthDate: '2022-03-01' });
  const id = crypto.randomUUID();
  await post(page, 'worklists', { id, name: long.name, work: 'weigh', animalIds: [doe] });
  await page.goto(`/work/${id}`);
  await page.getByRole('button', { name: 'Weigh', exact: true }).click();
  await page
    .getByRole('region', { name: 'Animal' })
    .getByText(/^Doe, /)
    .waitFor();
  await expectNoSidewaysScroll(page);
  await page.goto('/breeding/planner');
  await page.getByRole('button', { name: new RegExp(long.tagNumber) }).waitFor();
  await expectNoSidewaysScroll(page);
});

test('the tab of a listing shows its title, and the printed marketplace has three listings per row', async () => {
  const page = await farm(desktop);
  await herd(page, { forSale: true, salePrice: 1250 });
  const visitor = await openPage();
  await visitor.goto('/for-sale');
  await visitor
    .getByRole('link', { name: /Ginger/ })
    .first()
    .click();
  await visitor.waitForURL(/\/for-sale\/.+/);
  await expect.poll(() => visitor.title()).toMatch(/^Ginger.*, Doe for \$1,250 · /);
  await visitor.goBack();
  await expect.poll(() => visitor.title()).toMatch(/^For Sale Marketplace · /);
  await visitor.emulateMedia({ media: 'print' });
  const list = visitor.getByRole('list', { name: 'Animals for sale' });
  const columns = () => list.evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' ').length);
  await expect.poll(columns).toBe(3);
});

test('the counts of the dashboard are one strip on a phone, and two rows for large letters, with every word whole', async () => {
  const { page, person } = await openFarm({ viewport: phone });
  await product().addHerd(person.username, 12_345);
  await page.goto('/');
  const titles = ['Total Animals', 'Healthy', 'For Sale', 'Males'];
  const rows = async (): Promise<number> => {
    const counts = await Promise.all(
      titles.map((title) =>
        page.getByText(title, { exact: true }).evaluate((element) => {
          const stat = element.closest('section');
          return { top: stat?.getBoundingClientRect().top, isCut: (stat?.scrollWidth ?? 0) > (stat?.clientWidth ?? 0) };
        }),
      ),
    );
    expect(counts.filter(({ isCut }) => isCut)).toEqual([]);
    await expectNoSidewaysScroll(page);
    return new Set(counts.map(({ top }) => top)).size;
  };
  await page.getByText('12,345', { exact: true }).first().waitFor();
  for (const [width, fontSize, expected] of [
    [360, '100%', 1],
    [320, '100%', 1],
    [360, '150%', 2],
    [320, '150%', 2],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, fontSize);
    expect(await rows(), `at ${width} px with letters of ${fontSize}`).toBe(expected);
  }
});

async function farm(viewport: typeof phone | typeof desktop): Promise<Page> {
  const { page } = await openFarm({ viewport });
  return page;
}

async function herd(page: Page, doe: object = {}): Promise<string[]> {
  const ids: string[] = [];
  for (const animal of [
    { tagNumber: 'G26-128', name: `Ginger${' of the Windy Hill'.repeat(3)}`, sex: 'female', ...doe },
    { tagNumber: 'B-1', sex: 'male' },
  ]) {
    const { id } = await post(page, 'animals', { species: 'goat', birthDate: '2022-01-01', ...animal });
    ids.push(id);
  }
  return ids;
}

test('at 400 % a dialog fills the window, and its fields and its Save are reached by scrolling (WCAG 1.4.10)', async () => {
  const { page } = await openFarm({ viewport: { width: 320, height: 256 } });
  await post(page, 'animals', { tagNumber: 'D-1', name: 'Bella', species: 'goat', sex: 'female' });
  await page.goto('/animals');
  await page.getByRole('link', { name: 'D-1' }).click();
  await page.getByRole('button', { name: 'Treat' }).click();
  const dialog = page.getByRole('dialog', { name: 'Treatment' });
  const save = dialog.getByRole('button', { name: 'Save' });
  await save.waitFor();
  const inSight = (target: Locator) =>
    target.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  expect([await inSight(dialog.getByLabel('Product')), await inSight(save)]).toEqual([true, false]);
  await save.scrollIntoViewIfNeeded();
  expect(await inSight(save)).toBe(true);
  await expectNoSidewaysScroll(page);
});
