// @module-tag long
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import readSpreadsheet from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { dueDate } from '#domain/breeding/gestation.ts';
import { desktop, phone, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { newPostgresDatabase } from '#test/engines.ts';
import { daysAgo, fill, pick, press, see, seeHeading, today } from '#test/steps.ts';
import { chooseGuestInBrowser, newPerson, openByMenu, openSaleRow, registerInBrowser, toast } from '#test/ui-actions.ts';

const bred = daysAgo(200);
const born = dueDate('goat', bred);

describe.each([
  ['a phone', phone, 'PostgreSQL', async () => ({ DATABASE_URL: await newPostgresDatabase() })],
  ['a desktop', desktop, 'SQLite', undefined],
] as const)('at %s', (_, viewport, engine, env) => {
  const { openPage } = setUpBrowser(env);

  test(`a farm’s year on ${engine}: buy, check, treat, breed, kid, list, sell, report`, async () => {
    const [farmer, visitor] = [await openPage({ viewport }), await openPage({ viewport })];
    await settle(farmer);
    await check(farmer);
    await breed(farmer);
    await list(farmer);
    await findAsVisitor(visitor);
    await sell(farmer);
    await visitor.reload();
    await visitor.getByRole('heading', { name: 'No longer for sale' }).waitFor();
    await expectGoodLook(visitor);
    await report(farmer);
    await expectExport(farmer);
  });
});

async function settle(page: Page): Promise<void> {
  await registerInBrowser(page, newPerson('ada'));
  await chooseGuestInBrowser(page);
  await follow(page, 'Profile');
  await fill(page, { 'Farm name': 'Windy Hill' });
  await press(page, 'Save Changes');
  await toast(page, 'Profile Updated').waitFor();
  await follow(page, 'Animals');
  await addAnimal(page, 'B7', 'Bruno', /Buck/, daysAgo(900));
  await addAnimal(page, '112', 'Ada', /Doe/, daysAgo(800));
  await addAnimal(page, '113', 'Bea', /Doe/, daysAgo(790));
  await expectGoodLook(page);
}

async function saveCheckup(page: Page): Promise<void> {
  await press(page, 'Save Health Record');
  await toast(page, 'Health record created successfully').waitFor();
}

async function check(page: Page): Promise<void> {
  await press(page, 'Health of 112 Ada');
  await page.waitForURL(/\/health\?animalId=/);
  expect(await page.getByRole('button', { name: 'Save Health Record' }).isDisabled()).toBe(true);
  await fill(page, { 'Weight (lbs)': '118.5', Date: daysAgo(1), Notes: 'Thin, coughs at night' });
  await pick(page, '2 Fair');
  await see(page, '21/255');
  await saveCheckup(page);
  await follow(page, 'Dashboard');
  await page.getByRole('region', { name: 'Health Concerns' }).getByRole('article', { name: '112 Ada' }).waitFor();
  await expectGoodLook(page);

  await follow(page, 'Health Records');
  await chooseAnimal(page, 'Animal', '112 Ada');
  await see(page, 'Last 118.5 lbs');
  await fill(page, { 'Weight (lbs)': '121', Date: today });
  await pick(page, '4 Very Good');
  await page.getByRole('checkbox', { name: 'Dewormed' }).click();
  await saveCheckup(page);
  const records = page.getByRole('region', { name: 'Recent Health Records' }).getByRole('article');
  await expect.poll(() => records.count()).toBe(2);
  await see(records.nth(0), 'Dewormed');
  await see(records.nth(1), 'Thin, coughs at night');
  await expectGoodLook(page);
}

async function breed(page: Page): Promise<void> {
  await follow(page, 'Breeding Management');
  await chooseAnimal(page, 'Male', 'B7 Bruno');
  await fill(page, { Date: bred });
  for (const doe of ['112 Ada', '113 Bea']) await page.getByRole('option', { name: doe }).click();
  await press(page, 'Save 2 Breeding Records');
  await toast(page, 'Breeding record created successfully').waitFor();
  const matings = page.getByRole('region', { name: 'Recent Breeding Records' }).getByRole('article');
  await expect.poll(() => matings.locator(`time[datetime="${bred}"]`).count()).toBe(2);
  await expectGoodLook(page);

  await follow(page, 'Animals');
  await addAnimal(page, 'K1', 'Clover', /Doe/, born, { Mother: '112 Ada', Father: 'B7 Bruno' });
  await follow(page, 'Breeding Management');
  const ofAda = matings.filter({ hasText: 'Ada' });
  await press(ofAda, /^Edit/);
  const dialog = page.getByRole('dialog', { name: 'Edit Breeding Record' });
  expect(await dialog.getByLabel('Kidding due').inputValue()).toBe(born);
  await fill(dialog, { 'Actual birth date': born });
  await pick(dialog, /^Successful$/);
  await chooseAnimal(page, 'Kid 1', 'K1 Clover');
  await expectGoodLook(page);
  await press(dialog, 'Save Changes');
  await toast(page, 'Breeding record updated successfully').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await see(ofAda, /^Successful$/, /^K1 Clover$/);
}

async function list(page: Page): Promise<void> {
  await follow(page, 'Animal Sells');
  await openSaleRow(page, 'K1 Clover');
  await page.getByRole('checkbox', { name: 'For Sale K1 Clover' }).click();
  await fill(page, { 'Price of K1 Clover': '275.50', 'Description of K1 Clover': 'Bottle raised\nand friendly' });
  await expectGoodLook(page);
  await press(page, 'Save Changes (1)');
  await toast(page, 'Animals updated successfully').waitFor();
}

async function findAsVisitor(page: Page): Promise<void> {
  await page.goto('/for-sale');
  const card = page.getByRole('article', { name: 'K1 Clover' });
  await see(card, /^\$275\.50$/, /^Windy Hill$/);
  await expectGoodLook(page);
  await card.getByRole('link', { name: 'Clover' }).click();
  await page.waitForURL(/\/for-sale\/.+/);
  await seeHeading(page, 'Clover');
  await expect.poll(() => page.title()).toMatch(/^Clover.*, Female goat for \$275\.50 · /);
  await see(page, 'Bottle raised');
  await expectGoodLook(page);
}

async function sell(page: Page): Promise<void> {
  await follow(page, 'Animals');
  await press(page, 'Edit K1 Clover');
  const dialog = page.getByRole('dialog', { name: 'Edit K1 Clover' });
  await pick(dialog, 'Sold');
  await press(dialog, 'Save Changes');
  await toast(page, 'Animal updated successfully').waitFor();
  await see(page, 'Showing 3 of 4');
}

async function report(page: Page): Promise<void> {
  await follow(page, 'Reports', 'Reports & Analytics');
  const seeRow = (name: string) => page.getByRole('row', { name }).waitFor();
  await seeRow('Goats 3 100%');
  await seeRow('Very Good 1 33%');
  await page.getByRole('region', { name: 'Breeding Pairs' }).getByText('Show the table').click();
  await seeRow('B7 Bruno × 112 Ada 0 1 0 1');
  await seeRow('B7 Bruno × 113 Bea 1 0 0 1');
  await expectGoodLook(page);
}

async function expectExport(page: Page): Promise<void> {
  const sheets = await readSpreadsheet(await download(page, 'Spreadsheet (.xlsx)'));
  const counts = { Animals: 4, 'Health records': 2, 'Breeding records': 2, Sales: 1, Treatments: 1 };
  expect(Object.fromEntries(sheets.map(({ sheet, data }) => [sheet, data.length - 1]))).toMatchObject(counts);
  const [headings = [], ...rows] = sheets[0]?.data ?? [];
  const clover = rows.find((row) => row[headings.indexOf('Tag number')] === 'K1') ?? [];
  const cells = ['Mother tag', 'Father tag', 'Status', 'Sale price'].map((heading) => clover[headings.indexOf(heading)]);
  expect(cells).toEqual(['112', 'B7', 'Sold', 275.5]);

  const records = parse<Record<string, string>>(await download(page, 'Health records (.csv)'), { bom: true, columns: true });
  const descriptions = records.map((record) => record['Description']);
  expect(descriptions).toHaveLength(2);
  expect(descriptions).toContain('Health checkup - Weight: 118.5 lbs');
  expect(descriptions).toContainEqual(expect.stringMatching(/^Health checkup - Weight: 121 lbs.*Dewormed/));
}

async function addAnimal(
  page: Page,
  tag: string,
  name: string,
  sex: RegExp,
  birthDate: string,
  parents: Record<string, string> = {},
) {
  await page.getByRole('button', { name: 'Add Animal' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Animal' });
  await fill(dialog, { 'Tag number': tag, Name: name, 'Birth date': birthDate });
  await pick(dialog, 'Goat', sex);
  for (const [label, parent] of Object.entries(parents)) await chooseAnimal(page, label, parent);
  await press(dialog, 'Add Animal');
  await toast(page, 'Animal added successfully').waitFor();
  await dialog.waitFor({ state: 'hidden' });
}

async function chooseAnimal(page: Page, label: string, animal: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.keyboard.type(animal.slice(0, 4).toLowerCase());
  await page.getByRole('option', { name: animal }).click();
}

async function follow(page: Page, link: string, title = link): Promise<void> {
  await openByMenu(page, link);
  await seeHeading(page, title);
}

async function download(page: Page, item: string): Promise<Buffer> {
  await press(page, 'Export');
  if (item.endsWith('(.csv)')) await page.getByRole('menuitem', { name: 'One sheet of it (.csv)' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()]);
  return readFile(await file.path());
}
