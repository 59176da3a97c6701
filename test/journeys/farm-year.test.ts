// @module-tag long
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import readSpreadsheet from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { addDays, type CalendarDate } from '#domain/values/dates.ts';
import { calendarDateOf } from '#domain/values/calendar-date.ts';
import { dueDate } from '#domain/breeding/gestation.ts';
import { desktop, phone, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { newPostgresDatabase } from '#test/engines.ts';
import { chooseGuestInBrowser, newPerson, registerInBrowser, toast } from '#test/ui-actions.ts';

const today = calendarDateOf(new Date());
const bred = addDays(today, -200);
const born = dueDate('goat', bred);

describe.each([
  ['a phone', phone, 'PostgreSQL', async () => ({ DATABASE_URL: await newPostgresDatabase() })],
  ['a desktop', desktop, 'SQLite', undefined],
] as const)('at %s', (_, viewport, engine, env) => {
  const { openPage } = setUpBrowser(env);

  test(`a farm’s year on ${engine}: buy, check, treat, breed, kid, list, sell, report`, async () => {
    const farmer = await openPage({ viewport });
    const visitor = await openPage({ viewport });
    await settle(farmer);
    await buyTheHerd(farmer);
    await check(farmer);
    await treat(farmer);
    await breed(farmer);
    await kid(farmer);
    await list(farmer);
    await findAsVisitor(visitor);
    await sell(farmer);
    await visitor.reload();
    await visitor.getByRole('heading', { name: 'No longer for sale' }).waitFor();
    await lookAt(visitor);
    await report(farmer);
    await expectExport(farmer);
  });
});

async function settle(page: Page): Promise<void> {
  await registerInBrowser(page, newPerson('ada'));
  await chooseGuestInBrowser(page);
  await follow(page, 'Profile');
  await page.getByLabel('Farm name').fill('Windy Hill');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await toast(page, 'Profile Updated').waitFor();
}

async function buyTheHerd(page: Page): Promise<void> {
  await follow(page, 'Animals');
  await addAnimal(page, { tag: 'B7', name: 'Bruno', sex: /Buck/, birthDate: addDays(today, -900) });
  await addAnimal(page, { tag: '112', name: 'Ada', sex: /Doe/, birthDate: addDays(today, -800) });
  await addAnimal(page, { tag: '113', name: 'Bea', sex: /Doe/, birthDate: addDays(today, -790) });
  await lookAt(page);
}

async function check(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Health of 112 Ada' }).click();
  await page.waitForURL(/\/health\?animalId=/);
  const save = page.getByRole('button', { name: 'Save Health Record' });
  expect(await save.isDisabled()).toBe(true);
  await page.getByLabel('Weight (lbs)').fill('118.5');
  await page.getByLabel('Date', { exact: true }).fill(addDays(today, -1));
  await page.getByRole('radio', { name: '2 Fair' }).click();
  await page.getByLabel('Notes').fill('Thin, coughs at night');
  await page.getByText('21/255').waitFor();
  await save.click();
  await toast(page, 'Health record created successfully').waitFor();

  await follow(page, 'Dashboard');
  await page.getByRole('region', { name: 'Health Concerns' }).getByRole('article', { name: '112 Ada' }).waitFor();
  await lookAt(page);
}

async function treat(page: Page): Promise<void> {
  await follow(page, 'Health Records');
  await pick(page, 'Animal', '112 Ada');
  await page.getByText('Last 118.5 lbs').waitFor();
  await page.getByLabel('Weight (lbs)').fill('121');
  await page.getByLabel('Date', { exact: true }).fill(today);
  await page.getByRole('radio', { name: '4 Very Good' }).click();
  await page.getByRole('checkbox', { name: 'Dewormed' }).click();
  await page.getByRole('button', { name: 'Save Health Record' }).click();
  await toast(page, 'Health record created successfully').waitFor();

  const records = page.getByRole('region', { name: 'Recent Health Records' }).getByRole('article');
  await expect.poll(() => records.count()).toBe(2);
  await records.nth(0).getByText('Dewormed').waitFor();
  await records.nth(1).getByText('Thin, coughs at night').waitFor();
  await lookAt(page);
}

const matings = (page: Page) => page.getByRole('region', { name: 'Recent Breeding Records' }).getByRole('article');

async function breed(page: Page): Promise<void> {
  await follow(page, 'Breeding Management');
  await pick(page, 'Male', 'B7 Bruno');
  await page.getByLabel('Date', { exact: true }).fill(bred);
  for (const doe of ['112 Ada', '113 Bea']) await page.getByRole('option', { name: doe }).click();
  await page.getByRole('button', { name: 'Save 2 Breeding Records' }).click();
  await toast(page, 'Breeding record created successfully').waitFor();

  await expect.poll(() => matings(page).count()).toBe(2);
  for (const mating of await matings(page).all()) expect(await mating.locator(`time[datetime="${bred}"]`).count()).toBe(1);
  await lookAt(page);
}

async function kid(page: Page): Promise<void> {
  await follow(page, 'Animals');
  await addAnimal(page, { tag: 'K1', name: 'Clover', sex: /Doe/, birthDate: born, mother: '112 Ada', father: 'B7 Bruno' });
  await follow(page, 'Breeding Management');
  const ofAda = matings(page).filter({ hasText: 'Ada' });
  await ofAda.getByRole('button', { name: /^Edit/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Breeding Record' });
  expect(await dialog.getByLabel('Kidding due').inputValue()).toBe(born);
  await dialog.getByLabel('Actual birth date').fill(born);
  await dialog.getByRole('radio', { name: 'Successful', exact: true }).click();
  await pick(page, 'Kid 1', 'K1 Clover');
  await lookAt(page);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await toast(page, 'Breeding record updated successfully').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  for (const text of ['Successful', 'K1 Clover']) await ofAda.getByText(text, { exact: true }).waitFor();
}

async function list(page: Page): Promise<void> {
  await follow(page, 'Animal Sells');
  // At a desktop every row is open.
  if (page.viewportSize()?.width === phone.width) await page.getByRole('button', { name: /^K1 Clover/ }).click();
  await page.getByRole('checkbox', { name: 'For Sale K1 Clover' }).click();
  await page.getByLabel('Price of K1 Clover').fill('275.50');
  await page.getByLabel('Description of K1 Clover').fill('Bottle raised\nand friendly');
  await lookAt(page);
  await page.getByRole('button', { name: 'Save Changes (1)' }).click();
  await toast(page, 'Animals updated successfully').waitFor();
}

async function findAsVisitor(page: Page): Promise<void> {
  await page.goto('/for-sale');
  const card = page.getByRole('article', { name: 'K1 Clover' });
  for (const text of ['$275.50', 'Windy Hill']) await card.getByText(text, { exact: true }).waitFor();
  await lookAt(page);
  await card.getByRole('link', { name: 'Clover' }).click();
  await page.waitForURL(/\/for-sale\/.+/);
  await page.getByRole('heading', { level: 1, name: 'Clover' }).waitFor();
  await page.getByText('Bottle raised').waitFor();
  await lookAt(page);
}

async function sell(page: Page): Promise<void> {
  await follow(page, 'Animals');
  await page.getByRole('button', { name: 'Edit K1 Clover' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit K1 Clover' });
  await dialog.getByRole('radio', { name: 'Sold' }).click();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await toast(page, 'Animal updated successfully').waitFor();
  await page.getByText('Showing 3 of 4').waitFor();
}

async function report(page: Page): Promise<void> {
  await follow(page, 'Reports', 'Reports & Analytics');
  await page.getByRole('row', { name: 'Goats 3 100%' }).waitFor();
  await page.getByRole('row', { name: 'Very Good 1 33%' }).waitFor();
  await page.getByRole('region', { name: 'Breeding Pairs' }).getByText('Show the table').click();
  await page.getByRole('row', { name: 'B7 Bruno × 112 Ada 0 1 0 1' }).waitFor();
  await page.getByRole('row', { name: 'B7 Bruno × 113 Bea 1 0 0 1' }).waitFor();
  await lookAt(page);
}

async function expectExport(page: Page): Promise<void> {
  const sheets = await readSpreadsheet(await download(page, 'Spreadsheet (.xlsx)'));
  expect(Object.fromEntries(sheets.map(({ sheet, data }) => [sheet, data.length - 1]))).toMatchObject({
    Animals: 4,
    'Health records': 2,
    'Breeding records': 2,
    Sales: 1,
    Treatments: 1,
  });
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

interface NewAnimal {
  readonly tag: string;
  readonly name: string;
  readonly sex: RegExp;
  readonly birthDate: CalendarDate;
  readonly mother?: string;
  readonly father?: string;
}

async function addAnimal(page: Page, { tag, name, sex, birthDate, mother, father }: NewAnimal): Promise<void> {
  await page.getByRole('button', { name: 'Add Animal' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Animal' });
  await dialog.getByLabel('Tag number').fill(tag);
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('radio', { name: 'Goat' }).click();
  await dialog.getByRole('radio', { name: sex }).click();
  await dialog.getByLabel('Birth date').fill(birthDate);
  if (mother) await pick(page, 'Mother', mother);
  if (father) await pick(page, 'Father', father);
  await dialog.getByRole('button', { name: 'Add Animal' }).click();
  await toast(page, 'Animal added successfully').waitFor();
  await dialog.waitFor({ state: 'hidden' });
}

async function pick(page: Page, label: string, animal: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.keyboard.type(animal.slice(0, 4).toLowerCase());
  await page.getByRole('option', { name: animal }).click();
}

async function follow(page: Page, link: string, title = link): Promise<void> {
  const isPhone = page.viewportSize()?.width === phone.width;
  if (isPhone) await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await (isPhone ? page.getByRole('dialog') : page).getByRole('link', { name: link, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  if (isPhone) await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

async function lookAt(page: Page): Promise<void> {
  await expectGoodLook(page);
}

async function download(page: Page, item: string): Promise<Buffer> {
  await page.getByRole('button', { name: 'Export' }).click();
  if (item.endsWith('(.csv)')) await page.getByRole('menuitem', { name: 'One sheet of it (.csv)' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()]);
  return readFile(await file.path());
}
