// @module-tag long
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays } from '#domain/values/dates.ts';
import { calendarDateOf } from '#domain/values/calendar-date.ts';
import { longDate } from '#web/lib/text/format.ts';
import { phone, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { post } from '#test/page-api.ts';
import { toast } from '#test/ui-actions.ts';

const { openFarm } = setUpBrowser();
const today = calendarDateOf(new Date());
const daysAgo = (days: number) => addDays(today, -days);

async function addAnimal(page: Page, tagNumber: string, fields: object): Promise<string> {
  return (await post(page, 'animals', { tagNumber, species: 'goat', sex: 'female', ...fields })).id;
}

async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.getByRole('option', { name: option }).click();
}

const lookAt = async (page: Page): Promise<void> => {
  await expectGoodLook(page);
};

const matings = (page: Page) => page.getByRole('region', { name: 'Recent Breeding Records' }).getByRole('article');

test('a mating far in the future is confirmed and listed as planned, and none is saved before the birth of its female', async () => {
  const { page } = await openFarm({ viewport: phone });
  await addAnimal(page, 'B-1', { sex: 'male', birthDate: daysAgo(900) });
  await addAnimal(page, 'D-1', { birthDate: daysAgo(500) });
  await page.goto('/breeding');
  await pick(page, 'Male', 'B-1');
  await page.getByRole('option', { name: 'D-1' }).click();
  const date = page.getByLabel('Date', { exact: true });
  const save = page.getByRole('button', { name: 'Save Breeding Record' });
  await date.fill(daysAgo(501));
  await page.getByText('D-1 was not born yet on this date').waitFor();
  expect(await save.isDisabled()).toBe(true);

  const planned = addDays(today, 100);
  await date.fill(planned);
  await save.click();
  const question = page.getByRole('alertdialog', { name: `Is this planned for ${longDate(planned)}?` });
  await question.getByText('100 days ahead').waitFor();
  await lookAt(page);
  await question.getByRole('button', { name: 'Change the date' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(await matings(page).count()).toBe(0);
  await save.click();
  await question.getByRole('button', { name: 'Save as planned' }).click();
  await toast(page, 'Breeding record created successfully').waitFor();
  await matings(page)
    .getByText(`Planned for ${longDate(planned)}`)
    .waitFor();

  // The warning comes again for another day far ahead, and not for a nearer one.
  await page.getByRole('button', { name: /^Edit the record/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Breeding Record' });
  await dialog.getByLabel('Breeding date').fill(addDays(planned, 1));
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change the date' }).click();
  await dialog.getByLabel('Breeding date').fill(today);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await matings(page)
    .getByText(`Bred ${longDate(today)}`)
    .waitFor();
});
