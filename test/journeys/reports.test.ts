// @module-tag long
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, setUpBrowser, phone } from '#test/browser.ts';
import { post } from '#test/page-api.ts';
import { registerByApi, newPerson } from '#test/ui-actions.ts';

const { openPage } = setUpBrowser();

test('the charts count the herd and its pairs, and each date range applies only to the breeding chart or to Export', async () => {
  const page = await openPage({ viewport: phone });
  await registerByApi(page, newPerson('rita'));
  const buck = await post(page, 'animals', { tagNumber: 'B7', name: 'Bruno', species: 'goat', sex: 'male' });
  const doe = await post(page, 'animals', {
    tagNumber: '112',
    name: 'Ada',
    species: 'goat',
    sex: 'female',
    healthStatus: '5',
  });
  await post(page, 'animals', { tagNumber: 'E1', species: 'sheep', sex: 'female' });
  const pair = { fatherId: buck.id, motherId: doe.id };
  await post(page, 'breeding-records', { ...pair, breedingDate: '2025-10-01', outcome: 'successful' });
  await post(page, 'breeding-records', { ...pair, breedingDate: '2026-10-01' });

  await page.goto('/reports');
  await page.getByRole('img', { name: 'Pie chart. Species: Goats 67%, Sheep 33%' }).waitFor();
  await page.getByRole('row', { name: 'Goats 2 67%' }).waitFor();
  await page.getByRole('row', { name: 'Excellent 1 33%' }).waitFor();
  await page.getByText('Not yet looked at, and counted as Good: 2').waitFor();
  await page.getByRole('img', { name: /^Stacked bar chart of 1 breeding pair/ }).waitFor();
  await page.getByRole('region', { name: 'Breeding Pairs' }).getByText('Show the table').click();
  await page.getByRole('row', { name: 'B7 Bruno × 112 Ada 1 1 0 2' }).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await page.getByLabel('Breeding start date').fill('2026-01-01');
  await page.getByRole('row', { name: 'B7 Bruno × 112 Ada 1 0 0 1' }).waitFor();
  await page.reload();
  await page
    .getByRole('list', { name: 'Breeding records by outcome' })
    .getByText(/^Successful 0$/)
    .waitFor();

  await page.getByLabel('Start date', { exact: true }).fill('2026-02-01');
  await page.getByLabel('End date', { exact: true }).fill('2026-01-01');
  await page.getByText('The end date is before the start date').waitFor();
  expect(await page.getByRole('button', { name: 'Export' }).isDisabled()).toBe(true);
  await page.getByLabel('End date', { exact: true }).fill('2026-12-31');
  await page.getByRole('row', { name: 'Goats 2 67%' }).waitFor();
  const csv = await download(page, 'Breeding records (.csv)');
  expect(csv.name).toMatch(/\.csv$/);
  expect(csv.content.toString()).toContain('2026-10-01');
  expect(csv.content.toString()).not.toContain('2025-10-01');
  const workbook = await download(page, 'Spreadsheet (.xlsx)');
  expect(workbook.name).toMatch(/\.xlsx$/);
  expect(workbook.content.subarray(0, 2).toString()).toBe('PK');
});

async function download(page: Page, item: string): Promise<{ name: string; content: Buffer }> {
  await page.getByRole('button', { name: 'Export' }).click();
  if (item.endsWith('(.csv)')) await page.getByRole('menuitem', { name: 'One sheet of it (.csv)' }).click();
  await expectAccessible(page);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}
