// @module-tag long
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addDays } from '#domain/values/dates.ts';
import { calendarDateOf } from '#domain/values/calendar-date.ts';
import { longDate } from '#web/lib/text/format.ts';
import { desktopFirst, expectAccessible, expectNoSidewaysScroll, setUpBrowser } from '#test/browser.ts';
import { patch, post } from '#test/page-api.ts';
import { registerByApi, newPerson, toast } from '#test/ui-actions.ts';

const { openPage } = setUpBrowser();
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
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
};

const matings = (page: Page) => page.getByRole('region', { name: 'Recent Breeding Records' }).getByRole('article');

describe.each(desktopFirst)('mating at %s', (_, viewport) => {
  test('a mating of relatives or of animals under six months is saved only after a confirmation that names them', async () => {
    const page = await openPage({ viewport });
    await registerByApi(page, newPerson('kin'));
    const fatherId = await addAnimal(page, 'B-1', { sex: 'male', birthDate: daysAgo(900) });
    await addAnimal(page, 'D-1', { birthDate: daysAgo(42), fatherId });
    await addAnimal(page, 'D-2', { birthDate: daysAgo(800) });
    await page.goto('/breeding');
    await pick(page, 'Male', 'B-1');
    await page.getByRole('option', { name: 'D-2' }).click();
    expect(await page.getByText('Check this pair').count()).toBe(0);
    await page.getByRole('option', { name: 'D-1 His daughter · Under 6 months' }).click();
    for (const sentence of ['D-1 is his daughter.', 'D-1 is under 6 months old on this date.']) {
      await page.getByText(sentence).waitFor();
    }
    await lookAt(page);
    await page.getByRole('button', { name: 'Save 2 Breeding Records' }).click();
    await toast(page, 'Breeding record created successfully').waitFor();
    await expect.poll(() => matings(page).count()).toBe(2);
  });

  test('no animal is mated or examined before its birth, and a mating far in the future is confirmed and listed as planned', async () => {
    const page = await openPage({ viewport });
    await registerByApi(page, newPerson('birth'));
    await addAnimal(page, 'B-1', { sex: 'male', birthDate: daysAgo(900) });
    const animalId = await addAnimal(page, 'D-1', { birthDate: daysAgo(500) });
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
    await dialog.getByLabel('Breeding date').fill(daysAgo(501));
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.getByText('The mother was not born yet on this date').first().waitFor();
    await dialog.getByLabel('Breeding date').fill(today);
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await matings(page)
      .getByText(`Bred ${longDate(today)}`)
      .waitFor();

    await page.goto(`/health?animalId=${animalId}`);
    await page.getByLabel('Weight (lbs)').fill('50');
    await page.getByLabel('Date', { exact: true }).fill(daysAgo(501));
    await page.getByRole('radio', { name: '4 Very Good' }).click();
    await page.getByRole('button', { name: 'Save Health Record' }).click();
    await page.getByText('The animal was not born yet on this date').waitFor();
    expect(await (await page.request.get('/api/health-records')).json()).toEqual([]);
  });

  test('the mating of a female that has died expects no birth, and keeps its recorded outcome', async () => {
    const page = await openPage({ viewport });
    await registerByApi(page, newPerson('gone'));
    const fatherId = await addAnimal(page, 'R-1', { sex: 'male', species: 'sheep' });
    const motherId = await addAnimal(page, 'E-1', { species: 'sheep' });
    await post(page, 'breeding-records', { fatherId, motherId, breedingDate: daysAgo(154) });
    await page.goto('/breeding');
    await matings(page).getByText('2 days overdue').waitFor();
    await patch(page, `animals/${motherId}`, { status: 'died' });
    await page.reload();
    await matings(page).getByText('Ewe died').waitFor();
    for (const text of ['Pending', 'overdue', 'due']) expect(await matings(page).getByText(text).count()).toBe(0);
    await lookAt(page);
    await page.getByRole('button', { name: /^Edit the record/ }).click();
    await page.getByText('Ewe died: no birth is expected from this mating any more.').waitFor();
    expect(await page.getByRole('radio', { name: 'Pending' }).isChecked()).toBe(true);
  });
});
