// @module-tag long
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktop, expectAccessible, phone, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { addAnimal } from '#test/page-api.ts';
import { fill, press, saved, see, seeHeading } from '#test/steps.ts';
import { fillRegistration, newPerson, openByMenu, registerByApi, signInHere, signInInBrowser, toast } from '#test/ui-actions.ts';

const { openFarm } = setUpBrowser();

const notice = 'You typed this before and have not saved it';

test('the draft of a new animal survives a reload, the Back button and another page, until it is discarded', async () => {
  const { page } = await farm(phone);
  await page.goto('/animals');
  await openAdd(page);
  const dialog = page.getByRole('dialog', { name: 'Add Animal' });
  const tag = dialog.getByLabel('Tag number');
  await fill(dialog, { 'Tag number': 'N-1', Name: 'Nettle' });
  await page.reload();
  await see(dialog, notice);
  expect(await tag.inputValue()).toBe('N-1');
  await expectGoodLook(page);

  const notAdded = toast(page, 'Animal not added');
  await page.goBack();
  await dialog.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/animals');
  await see(notAdded, 'What you typed is kept.');
  await openByMenu(page, 'Settings');
  await seeHeading(page, 'Settings');
  await press(notAdded, 'Continue editing');
  await see(dialog, notice);
  expect(new URL(page.url()).pathname).toBe('/animals');
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Nettle');

  await press(dialog, 'Cancel');
  await dialog.waitFor({ state: 'hidden' });
  await press(notAdded, 'Continue editing');
  expect(await tag.inputValue()).toBe('N-1');
  await press(dialog, 'Discard');
  await expect.poll(() => tag.inputValue()).toBe('');
  await tag.fill('N-2');
  await press(dialog, 'Add Animal');
  await toast(page, 'Animal added successfully').waitFor();
  await openAdd(page);
  await tag.waitFor();
  expect([await tag.inputValue(), await dialog.getByText(notice).count()]).toEqual(['', 0]);
});

test('when the session ends while a form is saved, it is sent after signing in', async () => {
  const { page, person } = await farm(desktop);
  await page.goto('/animals?species=goat');
  await press(page, 'Edit D-1');
  const dialog = page.getByRole('dialog', { name: 'Edit D-1' });
  await page.getByRole('button', { name: /^Saved/, includeHidden: true }).waitFor();
  await fill(dialog, { Name: 'Daisy' });
  await page.context().clearCookies();
  await press(dialog, 'Save Changes');
  await see(page.getByRole('alert'), 'Your session has ended');
  expect(await page.getByText('Continue editing').count()).toBe(0);
  await expectAccessible(page);
  // What was saved waits on this device, and is sent when the person is back.
  await page.reload();
  await see(page, 'Sign in to send 1');
  await signInHere(page, person);
  await page.getByRole('article', { name: 'D-1 Daisy' }).waitFor();
  expect(new URL(page.url()).search).toBe('?species=goat');
  await saved(page);

  // Without anything to send, the end of the session is noticed when a page is loaded.
  await page.context().clearCookies();
  await page.goto('/reports?from=2026-01-01');
  await page
    .getByText(/Your session has ended|Sign in to continue/)
    .first()
    .waitFor();
  await signInHere(page, person);
  await page.waitForURL('/reports?from=2026-01-01');
});

test('a draft survives signing out and is hidden from other accounts in the same browser', async () => {
  const { page, person } = await farm(desktop);
  await page.goto('/animals');
  await openAdd(page);
  const tag = page.getByRole('dialog').getByLabel('Tag number');
  await tag.fill('SECRET-1');
  await page.goBack();
  await press(page, 'Logout');
  await see(toast(page, 'Logged out'), 'What you typed but did not save is kept here for you.');

  const bob = newPerson('bob');
  await page.getByRole('tab', { name: 'Register' }).click();
  await fill(page, { Username: bob.username, Email: bob.email, Password: bob.password });
  // A reload loses only the password.
  await page.reload();
  const typed = ['Username', 'Email', 'Password'].map((label) => page.getByLabel(label, { exact: true }));
  await expect.poll(() => Promise.all(typed.map((field) => field.inputValue()))).toEqual([bob.username, bob.email, '']);
  await fillRegistration(page, bob);
  await page.waitForURL('/choose-plan');
  await press(page, 'Choose Guest');
  await page.waitForURL('/');
  await page.goto('/animals');
  await openAdd(page);
  await tag.waitFor();
  expect(await tag.inputValue()).toBe('');
  await page.keyboard.press('Escape');

  await press(page, 'Logout');
  await page.waitForURL('/login');
  await signInInBrowser(page, person);
  await page.waitForURL('/');
  await page.goto('/animals');
  await openAdd(page);
  expect(await tag.inputValue()).toBe('SECRET-1');
});

test('a window whose account was replaced in another window says so, and shows nothing of either farm', async () => {
  const { page: older } = await farm(desktop);
  await older.goto('/health');
  await fill(older, { Notes: 'Limps' });
  // Until its copy is complete, it asks the server.
  await saved(older);
  const newer = await older.context().newPage();
  await newer.goto('/for-sale');
  // At once: a window that asks the server in between learns that its session has ended, and says that.
  await registerByApi(newer, newPerson('bob'));
  await newer.goto('/animals');
  await see(older, 'A different account is signed in in another window');
  await expectAccessible(older);
  await press(older, 'Continue with that account');
  await older.waitForURL('/');
  await older.goto('/health');
  expect(await older.getByLabel('Notes').inputValue()).toBe('');
  await press(newer, 'Logout');
  await see(older, 'Your session has ended');
});

const openAdd = (page: Page): Promise<void> => page.getByRole('button', { name: 'Add Animal' }).first().click();

async function farm(viewport: typeof phone | typeof desktop) {
  const opened = await openFarm({ viewport });
  await addAnimal(opened.page, 'D-1', { birthDate: '2022-01-01' });
  return opened;
}
