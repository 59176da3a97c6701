// @module-tag long
import { expect, test } from 'vitest';
import { phoneWithoutSignal, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { addAnimal, get, post } from '#test/page-api.ts';
import { chooseInMenu, findSignal, loseSignal, see, seeButton, tap } from '#test/steps.ts';

const { openFarm } = setUpBrowser();

test('a group that is a rule is made and changed without signal, has its animals everywhere at once, and is never moved into', async () => {
  const { page } = await openFarm(phoneWithoutSignal);
  for (const tag of ['E-1', 'E-2']) await addAnimal(page, tag, { species: 'sheep', birthDate: '2023-03-01' });
  await addAnimal(page, 'R-1', { species: 'sheep', sex: 'male', birthDate: '2023-03-01' });
  await post(page, 'groups', { name: 'Milkers' });
  await page.goto('/places');
  await loseSignal(page);

  await tap(page, 'Add a group');
  const dialog = page.getByRole('dialog', { name: 'Add a group' });
  await dialog.getByLabel('Name').fill('Ewes to weigh');
  await dialog.getByRole('radio', { name: 'Everyone who …' }).tap();
  await tap(dialog, 'Add group');
  await see(dialog, 'Add at least one condition');
  for (const condition of [/^Sex$/, /^Not weighed for \(days\)$/]) await chooseInMenu(page, 'Add a condition', condition);
  await see(dialog, 'Everyone who is female and was not weighed for 30 days: 2 animals now');
  await expectGoodLook(page);
  await tap(dialog, 'Add group');

  const entry = page.getByRole('list', { name: 'Groups' }).getByRole('listitem').filter({ hasText: 'Ewes to weigh' });
  await see(entry, 'Rule: Everyone who is female and was not weighed for 30 days', '2 animals');
  expect(await entry.getByRole('link').allTextContents()).toEqual(['E-1', 'E-2']);
  await entry.getByRole('link', { name: 'E-1' }).tap();
  const member = page.getByRole('term').filter({ hasText: /^Group$/ });
  await member.waitFor();
  expect(await member.locator('+ dd').textContent()).toBe('Ewes to weigh');
  await page.goBack();
  await chooseInMenu(page, 'More for Ewes to weigh', 'Change');
  await tap(page.getByRole('dialog', { name: 'Change this group' }), 'Remove Sex', 'Save change');
  await see(entry, '3 animals');

  await tap(page, 'Move animals');
  const move = page.getByRole('dialog', { name: 'Move animals' });
  await move.getByRole('radio', { name: 'Into a group' }).tap();
  await move.getByLabel('Group').tap();
  await see(page, 'Not offered: Ewes to weigh. The animals of a rule follow from your records.');
  expect(await page.getByRole('option').allTextContents()).toEqual(['Milkers']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await page.goto('/work/new?do=weigh');
  await page.getByRole('radio', { name: /^Ewes to weigh 3/ }).tap();
  await see(page, /^Everyone who was not weighed for 30 days$/);
  await seeButton(page, 'Begin 3 sheep');

  await findSignal(page);
  const groups = await get<{ name: string; rule: object }>(page, 'groups');
  expect(groups.map(({ name, rule }) => [name, rule])).toContainEqual(['Ewes to weigh', { notWeighedForDays: 30 }]);
});
