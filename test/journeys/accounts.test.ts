import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/engines/connect.ts';
import { expectAccessible, phone, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { fill, press, see, seeHeading } from '#test/steps.ts';
import { confirmEmail, signInInBrowser, toast } from '#test/ui-actions.ts';
import { longTest } from '#test/long-run.ts';

const { product, openPage, openFarm } = setUpBrowser();

const temporaryPassword = async (email: string, subject: string): Promise<string> =>
  /^ {4}(\S+)$/m.exec(await product().mailTo(email, subject))?.[1] ?? '';

test('a password reset mails a temporary password, and the person is asked to change it', async () => {
  const { page, person } = await openFarm();
  await page.context().clearCookies();
  await page.goto('/login');
  await fill(page, { Username: person.username });
  await press(page, 'Reset Password');
  await see(toast(page, 'Password Reset'), 'Your password has been emailed to you.');
  const temporary = await temporaryPassword(person.email, 'temporary password');

  await signInInBrowser(page, { ...person, password: temporary });
  await toast(page, 'Welcome back!').waitFor();
  await see(page, 'You signed in with a temporary password.');
  await page.getByRole('link', { name: 'Change it now.' }).click();
  await page.waitForURL('/settings');
  await press(page, 'Change Password');
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  await expectAccessible(page);
  const own = 'a password of my own';
  await fill(dialog, { 'Current password': temporary, 'New password': own, 'Confirm new password': 'another one entirely' });
  await press(dialog, 'Change Password');
  await see(dialog, 'New passwords do not match');
  await fill(dialog, { 'Confirm new password': own });
  await press(dialog, 'Change Password');
  await toast(page, 'Password Changed').waitFor();
  await page.getByText('You signed in with a temporary password.').waitFor({ state: 'hidden' });

  await page.context().clearCookies();
  await signInInBrowser(page, { ...person, password: own });
  await page.waitForURL('/');
});

longTest(
  'changing the email address needs the password some time after sign-in, and the old address can revert it from a phone',
  async () => {
    const { page, person } = await openFarm();
    // An address that was never confirmed gets no warning when it is replaced.
    await confirmEmail(page, product(), person.email);
    await signedInAWhileAgo(person.username);
    await page.goto('/profile');
    await fill(page, { 'Email address': 'somebody.else@example.org' });
    await press(page, 'Save Changes');
    const dialog = page.getByRole('dialog', { name: 'Enter your password' });
    await dialog.waitFor();
    await expectAccessible(page);
    await press(dialog, 'Save Changes');
    await dialog.getByText('Enter your password', { exact: true }).last().waitFor();
    await fill(dialog, { 'Current password': 'not this one' });
    await press(dialog, 'Save Changes');
    await see(dialog, 'The current password is wrong.');
    await fill(dialog, { 'Current password': person.password });
    await press(dialog, 'Save Changes');
    await dialog.waitFor({ state: 'hidden' });
    await page.reload();
    expect(await page.getByLabel('Email address').inputValue()).toBe('somebody.else@example.org');

    const warning = await product().mailTo(person.email, 'was changed');
    const link = /(\/revert-email\?token=\S+)$/m.exec(warning)?.[1] ?? '';
    const handset = await openPage({ viewport: phone });
    await handset.goto(link);
    await seeHeading(handset, 'Was this you?');
    await expectGoodLook(handset);
    await press(handset, 'Restore my address');
    await seeHeading(handset, 'Your address is restored');
    await signInInBrowser(handset, { ...person, password: await temporaryPassword(person.email, 'yours again') });
    await toast(handset, 'Welcome back!').waitFor();
    await page.goto('/profile');
    await page.waitForURL('/login');

    await handset.goto(link);
    await press(handset, 'Restore my address');
    await see(handset, 'This link was already used, or it is more than three days old.');
    await expectAccessible(handset);
  },
);

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
