// @module-tag long
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktop, expectNoSidewaysScroll, phone, setUpBrowser } from '#test/browser.ts';
import { addAnimal, patch, post, read } from '#test/page-api.ts';
import { chooseFile, fill, press, see, seeButton } from '#test/steps.ts';
import { toast } from '#test/ui-actions.ts';

const { product, openFarm } = setUpBrowser();
const goat = { species: 'goat', birthDate: '2022-01-01' };

/** Types over a date field key by key, from the month on. */
async function type(field: Locator, keys: string): Promise<void> {
  // Otherwise the focus would stay in the part of the field where it was.
  await field.blur();
  await field.focus();
  for (const key of keys) await field.page().keyboard.press(key);
}

test('a price keeps its cents, a date that does not exist deletes none, a photo that is no picture is refused, and an animal that was deleted elsewhere leaves the list', async () => {
  const { page } = await openFarm({ viewport: desktop });
  const doe = await addAnimal(page, 'G26-128', { ...goat, forSale: true, salePrice: 1250.5 });
  await addAnimal(page, 'B-1', { ...goat, sex: 'male' });
  await page.goto('/animals');
  await press(page, /^Edit G26-128/);
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel('Price ($)').inputValue()).toBe('1250.50');
  const [year, born] = [dialog.getByRole('checkbox', { name: 'Only the year is known' }), dialog.getByLabel('Birth date')];
  await year.click();
  await year.click();
  expect(await born.inputValue()).toBe('2022-01-01');

  await type(born, '0231');
  await born.press('Enter');
  await see(dialog, 'This date is incomplete or does not exist.');
  expect(await read(page, `animals/${doe}`)).toMatchObject({ birthDate: '2022-01-01' });
  await born.fill('2024-02-29');
  await press(dialog, 'Save Changes');
  await toast(page, 'Animal updated successfully').waitFor();
  expect(await read(page, `animals/${doe}`)).toMatchObject({ birthDate: '2024-02-29', salePrice: 1250.5 });

  await press(page, /^Edit G26-128/);
  await chooseFile(dialog, 'a.jpg', 'this is no picture');
  await see(dialog, /^The photo was not sent\. Upload failed: 4\d\d\. \w+/);
  expect(await dialog.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await page.request.delete(`/api/animals/${doe}`);
  await fill(dialog, { Color: 'Red' });
  await press(dialog, 'Save Changes');
  await see(dialog, 'This animal was deleted elsewhere');
  await press(dialog, 'Cancel');
  await see(page, 'Showing 1 of 1');
});

const long = {
  tagNumber: 'WINDYHILLUPPERMEADOWEAST-2026-0001',
  name: 'Wilhelmina Charlotte of the Upper Meadow at Windy Hill',
};

test('a long tag and name put nothing outside of a phone, and an ear tag is not broken beside a long name or in print', async () => {
  const { page } = await openFarm({ viewport: phone });
  const doe = await addAnimal(page, long.tagNumber, { ...goat, name: long.name });
  const buck = await addAnimal(page, 'G26-128', { ...goat, sex: 'male', name: long.name });
  const { id } = await post(page, 'worklists', { name: long.name, work: 'weigh', animalIds: [doe] });
  await page.goto(`/work/${id}`);
  await press(page, /^Weigh$/);
  await see(page.getByRole('region', { name: 'Animal' }), /^Doe, /);
  await expectNoSidewaysScroll(page);
  await page.goto('/breeding/planner');
  await seeButton(page, /G26-128/);
  await expectNoSidewaysScroll(page);

  await patch(page, 'users/profile', { farmName: 'Windy Hill' });
  await post(page, 'breeding-records', { motherId: doe, fatherId: buck, breedingDate: '2026-01-05' });
  await page.goto('/breeding');
  const tag = page.locator('article .tag span:not([aria-hidden])', { hasText: 'G26-128' }).first();
  const lines = await tag.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
  });
  expect(lines).toBe(1);
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ media: 'print' });
  await page.getByText('Windy Hill').last().waitFor();
  const inPrint = page
    .getByRole('cell', { name: /G26-128/ })
    .locator('span')
    .first();
  const [height, ofLine] = await inPrint.evaluate((element) => [
    element.clientHeight,
    Number.parseFloat(getComputedStyle(element).lineHeight),
  ]);
  expect(height).toBeLessThan(ofLine * 1.5);
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

test('at 400 % a dialog fills the window, and its fields and its Save are reached by scrolling (WCAG 1.4.10)', async () => {
  const { page } = await openFarm({ viewport: { width: 320, height: 256 } });
  await page.goto(`/animals/${await addAnimal(page, 'D-1', { name: 'Bella' })}`);
  await press(page, 'Treat');
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
