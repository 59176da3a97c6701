// @module-tag long
import { expect, test } from 'vitest';
import { desktop, expectAccessible, setUpBrowser } from '#test/browser.ts';
import { becomeAdministrator, registerByApi, newPerson, toast } from '#test/ui-actions.ts';

const { product, openPage } = setUpBrowser({});

test('an administrator at a desktop computer edits the prices and the limit of a plan in place, and offers it no more', async () => {
  const page = await openPage({ viewport: desktop });
  await becomeAdministrator(page, product());
  await page.goto('/');
  await page.getByRole('link', { name: 'Admin Dashboard' }).click();
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  expect(await page.getByRole('tab').allTextContents()).toEqual(['Pricing Plans', 'Coupon Codes', 'Users']);

  const basic = page.getByRole('region', { name: 'Basic' });
  await basic.getByRole('button', { name: 'Edit yearly price of Basic' }).click();
  await basic.getByLabel('Yearly price of Basic').fill('sixty');
  await page.keyboard.press('Enter');
  await basic.getByText('Dollars with at most two decimals', { exact: false }).last().waitFor();
  await expectAccessible(page);
  await basic.getByLabel('Yearly price of Basic').fill('60');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.keyboard.press('Enter');
  expect((await sent).postDataJSON()).toEqual({ yearlyPrice: '60' });
  await toast(page, 'Pricing plan updated').waitFor();
  await basic.getByText('$60', { exact: true }).waitFor();

  await basic.getByRole('button', { name: 'Edit monthly price of Basic' }).click();
  await basic.getByLabel('Monthly price of Basic').fill('unlimited');
  await page.keyboard.press('Enter');
  await basic.getByText('Custom', { exact: true }).waitFor();
  await basic.getByRole('button', { name: 'Edit animal limit of Basic' }).click();
  await basic.getByLabel('Animal limit of Basic').fill('unlimited');
  const limited = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.keyboard.press('Enter');
  expect((await limited).postDataJSON()).toEqual({ animalLimit: -1 });
  await basic.getByText('∞', { exact: true }).waitFor();
  await basic.getByRole('switch', { name: 'Basic active' }).click();
  await basic.getByText('Not offered').waitFor();
  await expectAccessible(page);
});

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
