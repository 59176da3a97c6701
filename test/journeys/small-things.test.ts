// @module-tag long
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktop, expectNoSidewaysScroll, phone, setUpBrowser } from '#test/browser.ts';
import { addAnimal, post, read } from '#test/page-api.ts';
import { chooseFile, fill, press, see, seeButton } from '#test/steps.ts';
import { toast } from '#test/ui-actions.ts';

const { openFarm } = setUpBrowser();
const goat = { species: 'goat', birthDate: '2022-01-01' };

/** Types over a date field key by key, from the month on. */
async function type(field: Locator, keys: string): Promise<void> {
  // Otherwise the focus would stay in the part of the field where it was.
  await field.blur();
  await field.focus();
  for (const key of keys) await field.page().keyboard.press(key);
}

test('a date that does not exist deletes none, a photo that is no picture is refused, and an animal that was deleted elsewhere leaves the list', async () => {
  const { page } = await openFarm({ viewport: desktop });
  const doe = await addAnimal(page, 'G26-128', goat);
  await addAnimal(page, 'B-1', { ...goat, sex: 'male' });
  await page.goto('/animals');
  await press(page, /^Edit G26-128/);
  const dialog = page.getByRole('dialog');
  const born = dialog.getByLabel('Birth date');
  await type(born, '0231');
  await born.press('Enter');
  await see(dialog, 'This date is incomplete or does not exist.');
  expect(await read(page, `animals/${doe}`)).toMatchObject({ birthDate: '2022-01-01' });
  await born.fill('2024-02-29');
  await press(dialog, 'Save Changes');
  await toast(page, 'Animal updated successfully').waitFor();
  expect(await read(page, `animals/${doe}`)).toMatchObject({ birthDate: '2024-02-29' });

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

const long = { tagNumber: 'WINDYHILLUPPERMEADOWEAST-2026-0001', name: 'Wilhelmina Charlotte of the Upper Meadow at Windy Hill' };

test('a long tag and name put nothing outside of a phone', async () => {
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

  await post(page, 'breeding-records', { motherId: doe, fatherId: buck, breedingDate: '2026-01-05' });
  await page.goto('/breeding');
  await expectNoSidewaysScroll(page);
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
