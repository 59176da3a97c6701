import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { lambingBook } from '../data/lambing-book.ts';
import { desk, expectAccessible, expectNoSidewaysScroll, openDoors, phone } from '../support/browser.ts';
import { arriveSignedIn, newPerson, toast } from '../support/screens.ts';
import { workbook } from '../support/workbook.ts';

const { product, window } = openDoors();

const choose = (page: Page, name: string, content: string | Uint8Array) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) });
const open = (page: Page) => page.goto('/animals/import');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function expectFit(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

test.each([
  ['a phone', phone],
  ['a desk', desk],
])('a farmer at %s brings a spreadsheet in, sees what becomes of each row, and takes it back', async (_, viewport) => {
  const page = await window({ viewport });
  await arriveSignedIn(page, newPerson('bea'));
  await page.goto('/animals');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.getByText('Choose a spreadsheet with your animals').waitFor();
  await expectFit(page);

  const rows = ['7,F,03/04/2024,12,9.5,18', '8,M,05/04/2024,12,8.1,', '9,X,06/04/2024,,7.7,'];
  await choose(page, 'kids.csv', `Kid,Sex,DOB,Sire,Weaning wt,Micron\n${rows.join('\n')}\n`);
  await page.getByText('What the columns mean').waitFor();
  await expectFit(page);
  await page.getByText('3 questions need your answer').waitFor();
  expect(await button(page, 'Check the rows').isDisabled()).toBe(true);
  await page.getByRole('radio', { name: 'Day first: the 3rd of April' }).click();
  await page.getByRole('radio', { name: 'Pounds' }).click();
  await page
    .getByRole('radiogroup', { name: /what does 'X' mean/ })
    .getByRole('radio', { name: 'Leave these rows out' })
    .click();
  await page.getByRole('combobox', { name: "What 'Micron' means" }).click();
  await page.getByRole('option', { name: 'Leave out' }).click();
  await button(page, 'Check the rows').click();

  await page.getByText('This brings in 2 new animals and records 1 outside parent.').waitFor();
  await expectFit(page);
  await button(page, /Left out/).click();
  await page.getByText("You left out the rows with 'X' in 'Sex'.").waitFor();
  // Reload and back lose nothing.
  await page.reload();
  await page.getByText('This brings in 2 new animals').waitFor();

  await button(page, 'Import 2 animals').click();
  await page.getByText('2 animals came in').waitFor();
  await expectFit(page);
  await page.getByRole('link', { name: 'See your animals' }).click();
  await page.getByRole('article', { name: /7/ }).waitFor();
  await page.getByText('Showing 2 of 2').waitFor();
  await page.goBack();

  await button(page, 'Undo this import').click();
  await expectAccessible(page);
  await button(page, 'Undo the import').click();
  await toast(page, 'Import undone').waitFor();
  await page.getByText('3 animals were taken away, outside parents included.').waitFor();
  await page.getByRole('link', { name: 'See your animals' }).click();
  await page.getByText('This is where your herd will be').waitFor();
  await open(page);
  await page
    .getByRole('link', { name: /kids.csv/ })
    .getByText('Undone')
    .waitFor();
  await expectFit(page);
});

test('a workbook comes in as well, and the next one with its headings asks nothing', async () => {
  const page = await window({ viewport: desk });
  await arriveSignedIn(page, newPerson('cem'));
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
  await button(page, 'Import 1 animal').click();
  await page.getByText('1 animal came in').waitFor();
  await button(page, 'Another file').click();
  await choose(page, 'second.xlsx', sheet(2));
  await button(page, 'Check the rows').click();
  await button(page, 'Import 1 animal').click();
  await page.getByText('1 animal came in').waitFor();
});

test('past the limit of the plan the way on is the upgrade, and nothing is written', async () => {
  const page = await window({ viewport: phone });
  await arriveSignedIn(page, newPerson('dov'));
  await open(page);
  await choose(page, 'flock.csv', `Tag,Sex,Species\n${Array.from({ length: 11 }, (_, i) => `${i},F,sheep`).join('\n')}`);
  await button(page, 'Check the rows').click();
  await page.getByText('Animal limit reached. You have 0 of 10 active animals on Guest.').waitFor();
  expect(await button(page, 'Import 11 animals').isDisabled()).toBe(true);
  await expectFit(page);
  await page.getByRole('link', { name: 'Upgrade Plan' }).click();
  await page.waitForURL('/choose-plan');
});

test('what cannot be read is refused in plain words, and the next file goes on from there', async () => {
  const page = await window({ viewport: phone });
  await arriveSignedIn(page, newPerson('eli'));
  await open(page);
  await choose(page, 'flock.xls', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]));
  await page.getByText('This is an old Excel file (.xls). Save it as XLSX or CSV and try again.').waitFor();
  await expectFit(page);
  await choose(page, 'flock.csv', 'Tag,Sex,Species\n1,F,sheep\n');
  await page.getByText('What the columns mean').waitFor();
});

test('a connection that breaks loses nothing: neither the file, nor an answer, nor the import', async () => {
  const page = await window({ viewport: phone });
  await arriveSignedIn(page, newPerson('fay'));
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
  await page.getByText('This brings in 1 new animal').waitFor();

  // The answer gets lost, the import does not.
  await page.route('**/api/imports/*/apply', async (route) => {
    await route.fetch();
    await route.abort('connectionfailed');
  });
  await button(page, 'Import 1 animal').click();
  await page.getByText('1 animal came in').waitFor();
});

test('ten thousand rows scroll like ten', async () => {
  const page = await window({ viewport: desk });
  const person = newPerson('gus');
  await arriveSignedIn(page, person);
  await product().addHerd(person.username, 1);
  await open(page);
  await choose(page, 'book.tsv', lambingBook({ lambsPerYear: 1700 }).text);
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
