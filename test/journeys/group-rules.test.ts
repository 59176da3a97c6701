// @module-tag long
import { expect, test } from 'vitest';
import { phoneWithoutSignal, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { get, post } from '#test/page-api.ts';

const { openFarm } = setUpBrowser();

test('a group that is a rule is made and changed without signal, has its animals everywhere at once, and is never moved into', async () => {
  const { page } = await openFarm(phoneWithoutSignal);
  for (const [tagNumber, sex, birthDate] of [
    ['E-1', 'female', '2024-03-01'],
    ['E-2', 'female', '2023-03-01'],
    ['R-1', 'male', '2023-03-01'],
  ]) {
    await post(page, 'animals', { tagNumber, species: 'sheep', sex, birthDate });
  }
  await post(page, 'groups', { name: 'Milkers' });
  await page.goto('/places');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined);
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  await page.context().setOffline(true);

  await page.getByRole('button', { name: 'Add a group' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Add a group' });
  await dialog.getByLabel('Name').fill('Ewes to weigh');
  await dialog.getByRole('radio', { name: 'Everyone who …' }).tap();
  await dialog.getByRole('button', { name: 'Add group' }).tap();
  await dialog.getByText('Add at least one condition').waitFor();
  const add = async (condition: string) => {
    await dialog.getByRole('button', { name: 'Add a condition' }).tap();
    await page.getByRole('menuitem', { name: condition, exact: true }).tap();
  };
  await add('Sex');
  await add('Not weighed for (days)');
  await dialog.getByText('Everyone who is female and was not weighed for 30 days: 2 animals now').waitFor();
  await expectGoodLook(page);
  await dialog.getByRole('button', { name: 'Add group' }).tap();

  const entry = page.getByRole('list', { name: 'Groups' }).getByRole('listitem').filter({ hasText: 'Ewes to weigh' });
  await entry.getByText('Rule: Everyone who is female and was not weighed for 30 days').waitFor();
  await entry.getByText('2 animals').waitFor();
  expect(await entry.getByRole('link').allTextContents()).toEqual(['E-1', 'E-2']);
  await page.getByLabel('Who was where on').fill('2025-01-15');
  await entry.getByText('No animals are shown for Wed, Jan 15, 2025, because the rule is known only for today').waitFor();
  expect(await entry.getByRole('link').count()).toBe(0);
  await page.getByRole('button', { name: 'Today', exact: true }).tap();
  await entry.getByRole('link', { name: 'E-1' }).tap();
  const member = page.getByRole('term').filter({ hasText: /^Group$/ });
  await member.waitFor();
  expect(await member.locator('+ dd').textContent()).toBe('Ewes to weigh');
  await page.goBack();
  await entry.getByRole('button', { name: 'More for Ewes to weigh' }).tap();
  await page.getByRole('menuitem', { name: 'Change' }).tap();
  const change = page.getByRole('dialog', { name: 'Change this group' });
  await change.getByRole('button', { name: 'Remove Sex' }).tap();
  await change.getByRole('button', { name: 'Save change' }).tap();
  await entry.getByText('3 animals').waitFor();

  await page.getByRole('button', { name: 'Move animals' }).tap();
  const move = page.getByRole('dialog', { name: 'Move animals' });
  await move.getByRole('radio', { name: 'Into a group' }).tap();
  await move.getByLabel('Group').tap();
  await page.getByText('Not offered: Ewes to weigh. The animals of a rule follow from your records.').waitFor();
  expect(await page.getByRole('option').allTextContents()).toEqual(['Milkers']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await page.goto('/work');
  await page.getByRole('navigation', { name: 'Start' }).getByRole('link', { name: 'Weigh', exact: true }).tap();
  await page.getByRole('radio', { name: /^Ewes to weigh 3/ }).tap();
  await page.getByText('Everyone who was not weighed for 30 days', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Begin 3 sheep' }).waitFor();

  await page.context().setOffline(false);
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  const groups = await get<{ name: string; rule: object }>(page, 'groups');
  expect(groups.map(({ name, rule }) => [name, rule])).toContainEqual(['Ewes to weigh', { notWeighedForDays: 30 }]);
});
