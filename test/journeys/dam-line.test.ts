// @module-tag long
import { expect, test } from 'vitest';
import { phoneWithoutSignal, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { patch, post } from '#test/page-api.ts';

const { openFarm } = setUpBrowser();

const doe = { species: 'goat', sex: 'female' } as const;

test('without signal a dam leads to who descends from her through dams, also through a sold daughter, and another line is chosen', async () => {
  const { page } = await openFarm(phoneWithoutSignal);
  const add = async (tagNumber: string, fields: object = {}) =>
    (await post(page, 'animals', { tagNumber, ...doe, ...fields })).id;
  const juniper = await add('J-1', { name: 'Juniper' });
  const sold = await add('J-2', { motherId: juniper });
  await add('J-3', { motherId: sold });
  const son = await add('J-4', { motherId: juniper, sex: 'male' });
  const other = await add('M-1');
  await add('M-2', { motherId: other, fatherId: son });
  await patch(page, `animals/${sold}`, { status: 'sold' });
  await page.goto(`/animals/${juniper}`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined);
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  await page.context().setOffline(true);

  await page.getByText('Her line: 2 animals, and 1 gone').waitFor();
  await page.getByRole('link', { name: 'Her line: 2 animals' }).tap();
  await page.getByText('Everyone who descends from J-1 Juniper through dams').waitFor();
  const expectListed = async (...tags: readonly string[]) => {
    await expect.poll(() => page.getByRole('article').count()).toBe(tags.length);
    for (const tag of tags) await page.getByRole('article', { name: tag }).waitFor();
  };
  await expectListed('J-3', 'J-4');
  await expectGoodLook(page);

  await page.getByRole('button', { name: 'Dam line' }).tap();
  await page.getByLabel('Line of which dam?').tap();
  expect(await page.getByRole('option').allTextContents()).toHaveLength(3);
  await page.getByRole('option', { name: /M-1/ }).tap();
  await page.getByText('Everyone who descends from M-1 through dams').waitFor();
  await expectListed('M-2');

  await page.goto('/work/new?do=weigh');
  await page.getByRole('radiogroup', { name: 'Which animals' }).getByRole('radio', { name: 'Dam line…' }).tap();
  await page.getByRole('button', { name: 'Which animals?' }).waitFor();
  await page.getByLabel('Line of which dam?').tap();
  await page.getByRole('option', { name: /J-2/ }).tap();
  await page.getByRole('button', { name: 'Begin 1 doe' }).waitFor();
  await page.getByLabel('Line of which dam?').tap();
  await page.getByRole('option', { name: /J-1/ }).tap();
  await page.getByText('Everyone who descends from J-1 Juniper through dams').waitFor();
  await expectGoodLook(page);
  await page.getByRole('button', { name: 'Begin 2 goats' }).tap();
  await page.getByText('0 of 2').waitFor();
});
