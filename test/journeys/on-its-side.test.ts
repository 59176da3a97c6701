// @module-tag long
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, phone, setUpBrowser } from '#test/browser.ts';
import { addAnimal, post } from '#test/page-api.ts';
import { key, tap, tapKeys } from '#test/steps.ts';
import { isInSight } from '#test/touches.ts';

const { openFarm } = setUpBrowser();

async function expectInSight(page: Page, ...parts: readonly Locator[]): Promise<void> {
  for (const part of parts) {
    await part.waitFor();
    await expect.poll(() => part.evaluate(isInSight), { message: part.toString() }).toBe(true);
  }
  await expectNoSidewaysScroll(page);
}

async function openFarmOfOne(width: number, height: number) {
  const { page } = await openFarm({ viewport: { width, height }, hasTouch: true, isMobile: true });
  return { page, doe: await addAnimal(page, 'G26-128', { name: 'Ginger' }) };
}

test.each([
  [667, 375],
  // Of a browser that keeps its bars.
  [740, 304],
])('on a phone of %i × %i the number pad is beside what it types and finds', async (width, height) => {
  const { page, doe } = await openFarmOfOne(width, height);
  const list = await post(page, 'worklists', { name: 'Weighing', work: 'weigh', animalIds: [doe] });
  await page.goto(`/work/${list.id}`);
  await expectInSight(page, page.getByRole('button', { name: /^G26-128/ }), key(page, '1'), key(page, '0'));
  await tapKeys(page, 'Weigh', '98.5');
  await expectInSight(page, page.getByLabel('Weight in lbs'), key(page, '1'), key(page, 'Save'));
  await expectAccessible(page);

  await page.goto('/births/new');
  await tapKeys(page, '8');
  const found = page.getByRole('link', { name: /G26-128/ });
  await expectInSight(page, found, page.getByLabel('Last digits of her tag'), key(page, 'Open'));
  await tapKeys(page, 'Open');
  await page.getByRole('radiogroup', { name: 'How many' }).getByRole('radio', { name: '2' }).tap();
  const young = page.getByRole('group', { name: 'Kid 1' });
  await young.getByRole('radio', { name: 'Doe' }).tap();
  const weight = young.getByLabel(/weight/);
  await expectInSight(page, weight, key(page, '1'), key(page, 'Next'), page.getByRole('button', { name: 'Kid 2: doe or buck?' }));
  await tapKeys(page, '7.5');
  await expect.poll(() => weight.inputValue()).toBe('7.5');
  await expectInSight(page, weight);

  await page.goto('/animals');
  await tap(page, /^Find/);
  await tapKeys(page, '128');
  const find = page.getByRole('dialog', { name: 'Find' });
  await expectInSight(page, find.getByRole('row', { name: /G26-128/ }), key(page, '1'), key(page, 'Open'));
  await expectAccessible(page);
  await tap(find, 'Close');
  await find.waitFor({ state: 'hidden' });
});

test('on a phone on its side the bar is at the bottom and a form keeps its buttons in sight', async () => {
  const { page, doe } = await openFarmOfOne(844, 390);
  await page.goto(`/animals/${doe}`);
  const bar = page.getByRole('navigation', { name: 'Shortcuts' });
  await expectInSight(page, bar.getByRole('link', { name: 'Dashboard' }), bar.getByRole('button', { name: 'More' }));
  await tap(bar, 'More');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expectInSight(page, menu.getByRole('navigation').getByRole('link').nth(4));
  await tap(menu, 'Close');
  await tap(page, /^Weigh$/);
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save', exact: true });
  await expectInSight(page, dialog.getByLabel('Weight (lbs)'), save, dialog.getByRole('button', { name: 'Cancel' }));
  await dialog.getByText('More', { exact: true }).tap();
  await dialog.getByLabel('Note').scrollIntoViewIfNeeded();
  await expectInSight(page, dialog.getByLabel('Note'), save);
  await expectAccessible(page);
  await page.setViewportSize(phone);
  await expectInSight(page, save);
});
