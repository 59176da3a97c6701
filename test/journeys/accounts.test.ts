import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/engines/connect.ts';
import { expectAccessible, phone, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { signInInBrowser, toast, type Credentials } from '#test/ui-actions.ts';
import { longTest } from '#test/long-run.ts';

const { product, openPage, openFarm } = setUpBrowser();

test('a password reset mails a temporary password, and the person is asked to change it', async () => {
  const { page, person } = await openFarm();
  await page.context().clearCookies();

  await page.goto('/login');
  await page.getByLabel('Username').fill(person.username);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await toast(page, 'Password Reset').getByText('Your password has been emailed to you.').waitFor();
  const mail = await product().mailTo(person.email, 'temporary password');
  const temporary = /^ {4}(\S+)$/m.exec(mail)?.[1] ?? '';

  await signInInBrowser(page, { ...person, password: temporary });
  await toast(page, 'Welcome back!').waitFor();
  await page.getByText('You signed in with a temporary password.').waitFor();
  await page.getByRole('link', { name: 'Change it now.' }).click();
  await page.waitForURL('/settings');
  await page.getByRole('button', { name: 'Change Password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await dialog.getByText('Please fill in all fields').waitFor();
  await dialog.getByLabel('Current password').fill(temporary);
  await dialog.getByLabel('New password', { exact: true }).fill('a password of my own');
  await dialog.getByLabel('Confirm new password').fill('another one entirely');
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await dialog.getByText('New passwords do not match').waitFor();
  await dialog.getByLabel('Confirm new password').fill('a password of my own');
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await toast(page, 'Password Changed').waitFor();
  await page.getByText('You signed in with a temporary password.').waitFor({ state: 'hidden' });

  await page.context().clearCookies();
  await signInInBrowser(page, { ...person, password: 'a password of my own' });
  await page.waitForURL('/');
});

longTest(
  'changing the email address needs the password some time after sign-in, and the old address can revert it from a phone',
  async () => {
    const { page, person } = await openFarm();
    await confirmAddress(page, person);
    await signedInAWhileAgo(person.username);
    await page.goto('/profile');
    await page.getByLabel('Farm name').fill('Hill Farm');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await toast(page, 'Profile Updated').waitFor();

    await page.getByLabel('Email address').fill('somebody.else@example.org');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Enter your password' });
    await dialog.waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.getByText('Enter your password', { exact: true }).last().waitFor();
    await dialog.getByLabel('Current password').fill('not this one');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.getByText('The current password is wrong.').waitFor();
    await dialog.getByLabel('Current password').fill(person.password);
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.reload();
    expect(await page.getByLabel('Email address').inputValue()).toBe('somebody.else@example.org');

    const warning = await product().mailTo(person.email, 'was changed');
    const link = /(\/revert-email\?token=\S+)$/m.exec(warning)?.[1] ?? '';
    const handset = await openPage({ viewport: phone });
    await handset.goto(link);
    await handset.getByRole('heading', { level: 1, name: 'Was this you?' }).waitFor();
    await expectGoodLook(handset);
    await handset.getByRole('button', { name: 'Restore my address' }).click();
    await handset.getByRole('heading', { level: 1, name: 'Your address is restored' }).waitFor();
    const mail = await product().mailTo(person.email, 'yours again');
    await signInInBrowser(handset, { ...person, password: /^ {4}(\S+)$/m.exec(mail)?.[1] ?? '' });
    await toast(handset, 'Welcome back!').waitFor();
    await page.goto('/profile');
    await page.waitForURL('/login');

    await handset.goto(link);
    await handset.getByRole('button', { name: 'Restore my address' }).click();
    await handset.getByText('This link was already used, or it is more than three days old.').waitFor();
    await expectAccessible(handset);
  },
);

/** Uses the link in the mail: an address that was never confirmed gets no warning when it is replaced. */
async function confirmAddress(page: Page, { email }: Credentials): Promise<void> {
  const mail = await product().mailTo(email, 'Confirm your email address');
  await page.goto(/(\/confirm-email\?token=\S+)$/m.exec(mail)?.[1] ?? '');
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your address is confirmed' }).waitFor();
}

/** Moves the begin of the person's sessions an hour back, directly in the database. */
async function signedInAWhileAgo(username: string): Promise<void> {
  const { db } = openDatabase({ databaseUrl: undefined, dataDir: product().dataDir });
  await db
    .updateTable('sessions')
    .set({ created_at: new Date(Date.now() - 3_600_000).toISOString() })
    .where('user_id', '=', (eb) => eb.selectFrom('users').select('id').where('username', '=', username))
    .execute();
  await db.destroy();
}
