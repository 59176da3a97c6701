import { expect, test } from 'vitest';
import { desktop, expectAccessible, expectNoSidewaysScroll, setUpBrowser, phone } from '#test/browser.ts';
import { becomeAdministrator, registerByApi, newPerson, signInInBrowser, toast } from '#test/ui-actions.ts';
import { longTest } from '#test/long-run.ts';

const { product, openPage } = setUpBrowser({});

longTest(
  'an administrator at a desktop computer edits a plan in place, and creates, deactivates and deletes a coupon',
  async () => {
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

    await page.getByRole('tab', { name: 'Coupon Codes' }).click();
    await page.getByText('No coupons yet').waitFor();
    await page.getByRole('button', { name: 'Create Coupon' }).click();
    await toast(page, 'Please enter valid coupon details').waitFor();
    await page.getByLabel('Coupon code', { exact: true }).fill('spring');
    await page.getByLabel('Discount percent').fill('25');
    await page.keyboard.press('Enter');
    await toast(page, 'Coupon created').waitFor();
    const coupons = page.getByRole('region', { name: 'Coupons' });
    await coupons.getByText('SPRING', { exact: true }).waitFor();
    await coupons.getByText(/^No expiry/).waitFor();
    await expectAccessible(page);
    await coupons.getByRole('switch', { name: 'Coupon SPRING active' }).click();
    await toast(page, 'Coupon updated').waitFor();
    await coupons.getByText('Inactive').waitFor();
    await coupons.getByRole('button', { name: 'Delete coupon SPRING' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'Coupon deleted').waitFor();
    await page.getByText('No coupons yet').waitFor();
  },
);

test('an administrator with a phone finds a person, gives a plan, sends a reset and deletes the account', async () => {
  const theirs = await openPage({ viewport: phone });
  const ben = newPerson('ben');
  await registerByApi(theirs, ben);
  const page = await openPage({ viewport: phone });
  await becomeAdministrator(page, product());
  await page.goto('/admin');
  await page.getByRole('region', { name: 'Premium' }).waitFor();
  await expectNoSidewaysScroll(page);
  await page.getByRole('tab', { name: 'Users' }).click();
  await page.getByLabel('Search users').fill(ben.username);
  const users = page.getByRole('list', { name: 'Users' });
  await users.getByText(ben.email).waitFor();
  await expect.poll(() => users.getByRole('listitem').count()).toBe(1);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await page.getByLabel(`Role of ${ben.username}`).click();
  await page.getByRole('option', { name: 'Premium' }).click();
  await toast(page, 'User role updated').waitFor();
  await theirs.goto('/profile');
  await theirs.getByText('Premium').first().waitFor();

  await page.getByRole('button', { name: `Send password reset email to ${ben.username}` }).click();
  await toast(page, 'Password reset email sent').waitFor();
  await product().mailTo(ben.email, 'temporary password');

  await page.getByRole('button', { name: `Delete the account of ${ben.username}` }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText(/permanently removes .* animals, health records and breeding records.*cannot be undone/).waitFor();
  await expectAccessible(page);
  await page.route('**/api/admin/users/*', (route) => route.fulfill({ status: 400, body: '' }), { times: 1 });
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await page.getByText('Failed to delete user account').first().waitFor();
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await toast(page, 'User account deleted').waitFor();
  await page.getByText('No users found').waitFor();
  await product().mailTo(ben.email, 'deleted');
  await theirs.goto('/');
  await theirs.waitForURL('/login');
  await signInInBrowser(theirs, ben);
  await toast(theirs, 'Login failed').waitFor();

  await page.getByText('Audit log').click();
  const log = page.getByRole('list', { name: 'Audit log' });
  await log.getByText('deleted a user account').waitFor();
  await log.getByText(/Guest → Premium/).waitFor();
  expect(await log.innerText()).not.toContain(ben.username);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

longTest('the last administrator cannot be demoted, and granting the role asks for confirmation', async () => {
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
