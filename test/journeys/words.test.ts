// @module-tag long
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpBrowser } from '#test/browser.ts';
import { addAnimal, post } from '#test/page-api.ts';
import { phonePhoto } from '#test/pictures.ts';
import { choose, fill, press, see } from '#test/steps.ts';
import { recordTexts, wasShown } from '#test/text-recorder.ts';
import { chooseGuestInBrowser, fillRegistration, newPerson, registerByApi, signInHere, toast } from '#test/ui-actions.ts';
import { specifiedTexts, untestedTexts } from '#test/specified-texts.ts';

const { product, openPage } = setUpBrowser({});

// The tests of this file are one sequence: the texts that they showed are compared at its end.
const shownTexts = new Set<string>();

async function open(): Promise<Page> {
  const page = await openPage({ isIntercepted: true });
  await recordTexts(page, shownTexts);
  return page;
}

async function openFarm(): Promise<Page> {
  const page = await open();
  await registerByApi(page, newPerson('ada'));
  return page;
}

test('the marketplace shows its specified texts, empty and with an animal of a farm without a name', async () => {
  const visitor = await open();
  await visitor.goto('/for-sale');
  await see(visitor, 'No animals for sale found');
  const seller = await openFarm();
  await addAnimal(seller, 'T-1', { forSale: true, salePrice: 200, pedigreeUrl: 'https://example.org/pedigree' });
  await visitor.reload();
  await see(visitor.getByRole('article'), 'Unknown Farm');
  expect(await visitor.getByText('No animals for sale found').count()).toBe(0);
});

test('the sign-in shows its specified texts', async () => {
  const page = await open();
  const person = newPerson('ada');
  await page.goto('/login');
  const login = page.getByRole('button', { name: 'Login', exact: true });
  const reset = page.getByRole('button', { name: 'Reset Password' });
  await login.click();
  await see(page, 'Password must be at least 6 characters');
  await reset.click();
  await see(page, 'Please enter a valid username');
  await fill(page, { Username: person.username, Password: person.password });
  await refused(page, 'POST', '/api/auth/reset-password', () => reset.click(), ['Reset Failed', 'Could not reset password']);
  await refused(page, 'POST', '/api/auth/login', () => login.click(), ['Login failed', 'Invalid credentials']);
  await cutOff(page, 'POST', '/api/auth/login', () => login.click(), 'Something went wrong. Please try again.');
  await reset.click();
  await toast(page, 'Password Reset').waitFor();

  await page.getByRole('tab', { name: 'Register' }).click();
  const create = page.getByRole('button', { name: 'Create Account' });
  await fillRegistration(page, { ...person, email: 'no address' });
  await see(page, 'Invalid email address');
  await fill(page, { Email: person.email, 'Confirm password': 'something else' });
  await create.click();
  await fill(page, { 'Confirm password': person.password });
  await refused(page, 'POST', '/api/auth/register', () => create.click(), ['Registration failed', 'Could not create account']);
  await create.click();
  await page.waitForURL('/choose-plan');
  await press(page, 'Choose Guest');
  await toast(page, 'Welcome!').waitFor();

  const logout = page.getByRole('button', { name: 'Logout' });
  await refused(page, 'POST', '/api/auth/logout', () => logout.click(), 'Failed to log out. Please try again.');
  await logout.click();
  await page.waitForURL('/login');
  await signInHere(page, person);
  await toast(page, 'Welcome back!').waitFor();
  await page.waitForURL('/');
});

test('the menu of an administrator, and the plans and their coupons, show their specified texts', async () => {
  const root = await open();
  await root.goto(/\/login\?setup=\S+/.exec(product().output())?.[0] ?? 'no setup link was printed');
  await see(root, 'Whoever signs in or creates an account here becomes the administrator.');
  await fillRegistration(root, newPerson('root'));
  await root.waitForURL('/choose-plan');
  await chooseGuestInBrowser(root);
  await root.getByRole('link', { name: 'Admin Dashboard' }).waitFor();

  for (const [code, discountPercent] of Object.entries({ SPRING20: 20, GIFT: 100 }))
    await post(root, 'admin/coupons', { code, discountPercent, validUntil: null });

  const page = await open();
  await registerByApi(page, newPerson('ada'), 'none');
  await page.goto('/choose-plan');
  const apply = page.getByRole('button', { name: 'Apply' });
  const premium = page.getByRole('button', { name: 'Choose Premium' });
  await apply.click();
  await toast(page, 'Enter a coupon code').waitFor();
  await fill(page, { 'Coupon code': 'nonsense' });
  await refused(page, 'POST', '/api/validate-coupon', () => apply.click(), ['Invalid coupon', 'This coupon code is not valid']);
  await cutOff(page, 'POST', '/api/validate-coupon', () => apply.click(), 'Could not validate coupon code');
  await fill(page, { 'Coupon code': 'spring20' });
  await apply.click();
  await see(toast(page, 'Coupon applied!'), '20% discount will be applied to your plan');
  const checkout = '/api/create-checkout-session';
  await refused(page, 'POST', checkout, () => premium.click(), 'Could not create checkout session');
  await press(page, 'Remove');
  await fill(page, { 'Coupon code': 'gift' });
  await apply.click();
  await toast(page, '100% discount').waitFor();
  await premium.click();
  await toast(page, 'Plan activated!').waitFor();
  await page.waitForURL('/');
});

test('the animals show their specified texts', async () => {
  const page = await openFarm();
  await page.goto('/');
  await see(page, 'No animals yet');
  await page.getByRole('link', { name: 'Add Your First Animal' }).click();
  await see(page, 'No animals found');
  await page.getByRole('button', { name: 'Add Animal' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Animal' });
  await dialog.getByLabel('Tag number').fill('MJ-02');
  const choosePhoto = async () =>
    dialog.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() });
  await refused(page, 'POST', '/api/upload', choosePhoto, 'Upload failed: 400');
  await setStorageFull(page, true);
  await cutOff(page, 'POST', '/api/upload', choosePhoto, 'Image upload failed');
  await setStorageFull(page, false);
  await choosePhoto();
  await toast(page, 'Image uploaded successfully').waitFor();
  const save = dialog.getByRole('button', { name: 'Add Animal' });
  await refused(page, 'POST', '/api/animals', () => save.click(), 'Failed to add animal');
  await save.click();
  await toast(page, 'Animal added successfully').waitFor();

  await press(page, 'Edit MJ-02');
  const editing = page.getByRole('dialog', { name: 'Edit MJ-02' });
  await editing.getByRole('switch', { name: 'For sale' }).click();
  await press(editing, 'Save Changes');
  await toast(page, 'Animal updated successfully').waitFor();
  for (const filter of ['Species', 'Health', 'Status']) {
    await page.getByRole('combobox', { name: filter, exact: true }).click();
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
  }
  await press(page, 'More: delete MJ-02');
  const remove = page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true });
  await refused(page, 'DELETE', '/api/animals/*', () => remove.click(), 'Failed to delete animal');
  // A second click at once would be the end of a double click, which is ignored.
  await remove.press('Enter');
  await toast(page, 'Animal deleted successfully').waitFor();
  await page.reload();
  await see(page, 'No animals found');
});

test('the dashboard of a farm whose plan is nearly full, and then full, shows its specified texts', async () => {
  const page = await openFarm();
  await page.goto('/');
  for (let head = 1; head <= 8; head += 1) await addAnimal(page, `G-${head}`, { healthStatus: String((head % 5) + 1) });
  await page.reload();
  await see(page, 'Approaching animal limit');
  for (let head = 9; head <= 10; head += 1) await addAnimal(page, `G-${head}`);
  await page.reload();
  await see(page, 'Animal limit reached');
  expect(await page.getByText('Approaching animal limit').count()).toBe(0);
});

test('the health records show their specified texts', async () => {
  const page = await openFarm();
  const id = await addAnimal(page, 'T-1');
  await page.goto(`/health?animalId=${id}`);
  await see(page, 'No health records yet. Create one above!');
  await fill(page, { 'Weight (lbs)': '90' });
  await page.getByRole('radio', { name: '3 Good' }).click();
  const save = page.getByRole('button', { name: 'Save Health Record' });
  await refused(page, 'POST', '/api/health-records', () => save.click(), 'Failed to create health record');
  await save.click();
  await toast(page, 'Health record created successfully').waitFor();
});

test('the breeding records show their specified texts', async () => {
  const page = await openFarm();
  await addAnimal(page, 'DOE-7');
  await addAnimal(page, 'BUCK-9', { sex: 'male' });
  await page.goto('/breeding');
  await see(page, 'No breeding records yet. Create one above!');
  await choose(page, 'Male', 'BUCK-9');
  await page.getByRole('option', { name: 'DOE-7' }).click();
  const record = page.getByRole('button', { name: 'Save Breeding Record' });
  await refused(page, 'POST', '/api/breeding-records', () => record.click(), 'Failed to create breeding record');
  await record.click();
  await toast(page, 'Breeding record created successfully').waitFor();
  await choose(page, 'Year', 'All Years');

  await press(page, /^Edit the record/);
  const dialog = page.getByRole('dialog', { name: 'Edit Breeding Record' });
  const save = dialog.getByRole('button', { name: 'Save Changes' });
  await dialog.getByRole('radio', { name: 'Unsuccessful' }).click();
  const one = '/api/breeding-records/*';
  await refused(page, 'PATCH', one, () => save.click(), 'Failed to update breeding record');
  await save.click();
  await toast(page, 'Breeding record updated successfully').waitFor();
  await press(page, /^Delete the record/);
  const remove = page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true });
  await refused(page, 'DELETE', one, () => remove.click(), 'Failed to delete breeding record');
  await remove.click();
  await toast(page, 'Breeding record deleted successfully').waitFor();
  await page.goto('/breeding?year=2019');
  await see(page, 'No breeding records found for 2019.');
});

test('the sales table shows its specified texts', async () => {
  const page = await openFarm();
  await page.goto('/animal-sells');
  await see(page, 'No active animals found. Add animals first to manage sales.');
  await addAnimal(page, 'T-1');
  await page.reload();
  const price = page.getByLabel('Price of T-1');
  await price.pressSequentially('12,50');
  expect(await price.inputValue()).toBe('12.50');
  await price.fill('100');
  const save = page.getByRole('button', { name: 'Save Changes (1)' });
  await refused(page, 'PATCH', '/api/animals/*', () => save.click(), 'Failed to update animals');
  await save.click();
  await toast(page, 'Animals updated successfully').waitFor();
});

test('the reports show their specified texts', async () => {
  const page = await openFarm();
  await page.goto('/reports');
  await see(page, 'No breeding records available');
  await addAnimal(page, 'T-1');
  await page.reload();
  await page.getByRole('row', { name: 'Goats 1 100%' }).waitFor();
});

test('the profile, the settings and an unknown page show their specified texts', async () => {
  const page = await openFarm();
  await page.goto('/profile');
  const logo = async () =>
    page.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() });
  await cutOff(page, 'POST', '/api/upload', logo, 'Failed to upload logo');
  await logo();
  await toast(page, 'Logo uploaded successfully').waitFor();
  const save = page.getByRole('button', { name: 'Save Changes' });
  await refused(page, 'PATCH', '/api/users/profile', () => save.click(), 'Failed to update profile');
  await save.click();
  await toast(page, 'Profile Updated').waitFor();

  await page.goto('/settings');
  await press(page, 'Change Password');
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  const change = dialog.getByRole('button', { name: 'Change Password' });
  await change.click();
  await see(dialog, 'Please fill in all fields');
  await fill(dialog, { 'Current password': 'correct horse', 'New password': 'kids', 'Confirm new password': 'kid' });
  await change.click();
  await see(dialog, 'New passwords do not match');
  await fill(dialog, { 'Confirm new password': 'kids' });
  await change.click();
  await see(dialog, 'Password must be at least 6 characters long');
  await fill(dialog, { 'New password': 'a goat of my own', 'Confirm new password': 'a goat of my own' });
  await refused(page, 'POST', '/api/auth/change-password', () => change.click(), 'Failed to change password');
  await change.click();
  await toast(page, 'Password Changed').waitFor();

  // Closing a dialog goes back in the history, which would cancel this navigation.
  await dialog.waitFor({ state: 'hidden' });
  await page.waitForTimeout(500);
  await page.goto('/no-such-page');
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
});

test('every text of the specification was shown, or untestedTexts says why not', () => {
  const texts = Object.values(specifiedTexts).flat();
  expect(texts.filter((one) => !(one in untestedTexts) && !wasShown(one, shownTexts))).toEqual([]);
});

test('untestedTexts names only texts of the specification that are never shown', () => {
  const texts = Object.values(specifiedTexts).flat();
  expect(Object.keys(untestedTexts).filter((one) => !texts.includes(one) || wasShown(one, shownTexts))).toEqual([]);
});

/** The next such request fails without a message of the server, or its connection is cut: the screen has to provide the message. */
async function failing(page: Page, how: (route: Route) => Promise<void>, [method, path, act, message]: Failing): Promise<void> {
  const [title, sentence] = typeof message === 'string' ? ['Error', message] : message;
  await page.route(`**${path}`, (route) => (route.request().method() === method ? how(route) : route.fallback()));
  await act();
  await see(toast(page, sentence), new RegExp(`^${RegExp.escape(title)}$`));
  await page.unroute(`**${path}`);
}

type Failing = readonly [
  method: string,
  path: string,
  act: () => Promise<void>,
  message: string | readonly [title: string, sentence: string],
];
const refused = (page: Page, ...request: Failing) => failing(page, (route) => route.fulfill({ status: 400, body: '' }), request);
const cutOff = (page: Page, ...request: Failing) => failing(page, (route) => route.abort('connectionfailed'), request);

/** A photo that the server does not get is stored on the device, where there is room. */
const setStorageFull = (page: Page, isFull: boolean): Promise<void> =>
  page.evaluate((isFullNow) => {
    const store = IDBObjectStore.prototype as IDBObjectStore & { realPut?: IDBObjectStore['put'] };
    // oxlint-disable-next-line typescript/unbound-method -- It is put back where it was.
    store.realPut ??= store.put;
    store.put = isFullNow
      ? () => {
          throw new DOMException('The storage is full.', 'QuotaExceededError');
        }
      : store.realPut;
  }, isFull);
