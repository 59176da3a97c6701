// @module-tag long
import { expect, test } from 'vitest';
import { desktop, setUpBrowser } from '#test/browser.ts';
import { becomeAdministrator, registerByApi, newPerson, toast } from '#test/ui-actions.ts';

const { product, openPage } = setUpBrowser({});

test('the last administrator cannot be demoted, and granting the role asks for confirmation', async () => {
  const other = newPerson('vera');
  await registerByApi(await openPage(), other);
  const page = await openPage({ viewport: desktop });
  const root = await becomeAdministrator(page, product());
  await page.goto(`/admin?tab=users&search=${root.username}`);
  await page.getByLabel(`Role of ${root.username}`).click();
  await page.getByRole('option', { name: 'Guest' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change role' }).click();
  await toast(page, 'At least one admin must remain').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await page.getByRole('button', { name: `Delete the account of ${root.username}` }).isDisabled()).toBe(true);

  await page.getByLabel('Search users').fill(other.username);
  await page.getByLabel(`Role of ${other.username}`).click();
  await page.getByRole('option', { name: 'Admin' }).click();
  await page
    .getByRole('alertdialog')
    .getByText(/^Make .* an admin/)
    .waitFor();
  await page.getByRole('button', { name: 'Change role' }).click();
  await toast(page, 'User role updated').waitFor();
});
