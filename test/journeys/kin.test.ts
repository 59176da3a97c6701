// @module-tag long
import { expect, test } from 'vitest';
import { addDays } from '#domain/values/dates.ts';
import { longDate } from '#web/lib/text/format.ts';
import { phone, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { addAnimal } from '#test/page-api.ts';
import { choose, daysAgo, fill, press, see, today } from '#test/steps.ts';
import { toast } from '#test/ui-actions.ts';

const { openFarm } = setUpBrowser();

test('a mating far in the future is confirmed and listed as planned, and none is saved before the birth of its female', async () => {
  const { page } = await openFarm({ viewport: phone });
  await addAnimal(page, 'B-1', { sex: 'male', birthDate: daysAgo(900) });
  await addAnimal(page, 'D-1', { birthDate: daysAgo(500) });
  await page.goto('/breeding');
  const matings = page.getByRole('region', { name: 'Recent Breeding Records' }).getByRole('article');
  await choose(page, 'Male', 'B-1');
  await page.getByRole('option', { name: 'D-1' }).click();
  await fill(page, { Date: daysAgo(501) });
  await see(page, 'D-1 was not born yet on this date');
  expect(await page.getByRole('button', { name: 'Save Breeding Record' }).isDisabled()).toBe(true);

  const planned = addDays(today, 100);
  await fill(page, { Date: planned });
  await press(page, 'Save Breeding Record');
  const question = page.getByRole('alertdialog', { name: `Is this planned for ${longDate(planned)}?` });
  await see(question, '100 days ahead');
  await expectGoodLook(page);
  await press(question, 'Change the date');
  await question.waitFor({ state: 'hidden' });
  expect(await matings.count()).toBe(0);
  await press(page, 'Save Breeding Record');
  await press(question, 'Save as planned');
  await toast(page, 'Breeding record created successfully').waitFor();
  await see(matings, `Planned for ${longDate(planned)}`);

  // The warning comes again for another day far ahead, and not for a nearer one.
  await press(page, /^Edit the record/);
  const dialog = page.getByRole('dialog', { name: 'Edit Breeding Record' });
  await fill(dialog, { 'Breeding date': addDays(planned, 1) });
  await press(dialog, 'Save Changes');
  await press(page.getByRole('alertdialog'), 'Change the date');
  await fill(dialog, { 'Breeding date': today });
  await press(dialog, 'Save Changes');
  await see(matings, `Bred ${longDate(today)}`);
});
