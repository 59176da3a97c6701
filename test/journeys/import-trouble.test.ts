// @module-tag long
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { lambingBook } from '#test/lambing-book.ts';
import { desktop, setUpBrowser, phone } from '#test/browser.ts';
import { registerByApi, newPerson } from '#test/ui-actions.ts';
import { workbook } from '#test/workbook.ts';
import { longTest } from '#test/long-run.ts';

const { product, openPage } = setUpBrowser();

const choose = (page: Page, name: string, content: string | Uint8Array) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) });
const open = (page: Page) => page.goto('/animals/import');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

longTest('the import of a second workbook with the same headings asks no questions', async () => {
  const page = await openPage({ viewport: desktop });
  await registerByApi(page, newPerson('cem'));
  const sheet = (tag: number) =>
    workbook([
      ['Nr', 'Sex', 'Species', 'Birth wt'],
      [tag, 'ewe', 'sheep', 4.1],
    ]);
  await open(page);
  await choose(page, 'first.xlsx', sheet(1));
  await page.getByRole('radio', { name: 'Kilograms' }).click();
  await page.getByRole('combobox', { name: "What 'Nr' means" }).click();
  await page.getByRole('option', { name: 'Tag number' }).click();
  await button(page, 'Check the rows').click();
  await page.getByText('This adds 1 new animal').waitFor();
  await page.reload();
  await button(page, 'Import 1 animal').click();
  await page.getByText('1 animal was added').waitFor();
  await page.reload();
  await page.getByText('1 animal was added').waitFor();
  await button(page, 'Another file').click();
  await choose(page, 'second.xlsx', sheet(2));
  await button(page, 'Check the rows').click();
  await button(page, 'Import 1 animal').click();
  await page.getByText('1 animal was added').waitFor();
});

test('an import continues after connection failures during the upload, an answer and the writing', async () => {
  const page = await openPage({ viewport: phone, isIntercepted: true });
  await registerByApi(page, newPerson('fay'));
  await open(page);
  const breakOn = async (method: string, url: string) => {
    let left = 1;
    await page.route(url, (route) =>
      route.request().method() === method && left > 0 ? ((left -= 1), route.abort('connectionfailed')) : route.continue(),
    );
  };
  await breakOn('POST', '**/api/imports');
  await choose(page, 'flock.csv', 'Tag,Sex,Species,Birth wt\n1,F,sheep,4\n');
  await page.getByText('The server could not be reached').waitFor();
  await button(page, 'Try again').click();
  await page.getByText('What the columns mean').waitFor();

  await breakOn('PATCH', '**/api/imports/*');
  await page.getByRole('radio', { name: 'Kilograms' }).click();
  await page.getByText('Everything you typed is still here', { exact: false }).waitFor();
  expect(await page.getByRole('radio', { name: 'Kilograms' }).isChecked()).toBe(true);
  await button(page, 'Check the rows').click();
  await page.getByText('This adds 1 new animal').waitFor();

  await page.route('**/api/imports/*/apply', async (route) => {
    await route.fetch();
    await route.abort('connectionfailed');
  });
  await button(page, 'Import 1 animal').click();
  await page.getByText('1 animal was added').waitFor();
});

longTest('scrolling through an import of ten thousand rows renders fewer than 60 of them at a time', async () => {
  const page = await openPage({ viewport: desktop });
  const person = newPerson('gus');
  await registerByApi(page, person);
  await product().addHerd(person.username, 1);
  await open(page);
  await choose(page, 'book.tsv', lambingBook({ lambsPerYear: 1700 }).text);
  await page.getByText('What the columns mean').waitFor();
  for (const kilograms of await page.getByRole('radio', { name: 'Kilograms' }).all()) await kilograms.click();
  await button(page, 'Check the rows').click();
  const list = page.getByRole('list', { name: 'Rows of the file' });
  await list.getByText('Row 2', { exact: true }).waitFor();
  expect(await list.getByRole('listitem').count()).toBeLessThan(60);
  for (let n = 0; n < 12; n += 1) {
    await page.mouse.wheel(0, 20_000);
    await page.waitForTimeout(60);
  }
  await expect.poll(async () => Number(/Row (\d+)/.exec((await list.innerText()).replaceAll(',', ''))?.[1])).toBeGreaterThan(600);
  expect(await list.getByRole('listitem').count()).toBeLessThan(60);
});
