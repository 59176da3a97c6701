// @module-tag long
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { openDatabase } from '#server/db/engines/connect.ts';
import { setUpBrowser } from '#test/browser.ts';
import { post } from '#test/page-api.ts';
import { phonePhoto } from '#test/pictures.ts';
import { recordTexts, wasShown } from '#test/text-recorder.ts';
import { registerByApi, chooseGuestInBrowser, newPerson, toast } from '#test/ui-actions.ts';
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
  await visitor.getByText('No animals for sale found').waitFor();
  const seller = await openFarm();
  await add(seller, { forSale: true, salePrice: 200, pedigreeUrl: 'https://example.org/pedigree' });
  await visitor.reload();
  await visitor.getByRole('article').getByText('Unknown Farm').waitFor();
});

test('the sign-in shows its specified texts', async () => {
  const page = await open();
  const person = newPerson('ada');
  await page.goto('/login');
  const login = page.getByRole('button', { name: 'Login', exact: true });
  const reset = page.getByRole('button', { name: 'Reset Password' });
  await login.click();
  await page.getByText('Password must be at least 6 characters').waitFor();
  await reset.click();
  await page.getByText('Please enter a valid username').waitFor();
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await withFailingRequest(page, 'refuse', 'POST', '/api/auth/reset-password', () => reset.click(), [
    'Reset Failed',
    'Could not reset password',
  ]);
  await withFailingRequest(page, 'refuse', 'POST', '/api/auth/login', () => login.click(), [
    'Login failed',
    'Invalid credentials',
  ]);
  await withFailingRequest(
    page,
    'cut',
    'POST',
    '/api/auth/login',
    () => login.click(),
    'Something went wrong. Please try again.',
  );
  await reset.click();
  await toast(page, 'Password Reset').waitFor();

  await page.getByRole('tab', { name: 'Register' }).click();
  const create = page.getByRole('button', { name: 'Create Account' });
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Email').fill('no address');
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill('something else');
  await create.click();
  await page.getByText('Invalid email address').waitFor();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Confirm password').fill(person.password);
  await withFailingRequest(page, 'refuse', 'POST', '/api/auth/register', () => create.click(), [
    'Registration failed',
    'Could not create account',
  ]);
  await create.click();
  await page.waitForURL('/choose-plan');
  await page.getByRole('button', { name: 'Choose Guest' }).click();
  await toast(page, 'Welcome!').waitFor();

  const logout = page.getByRole('button', { name: 'Logout' });
  await withFailingRequest(
    page,
    'refuse',
    'POST',
    '/api/auth/logout',
    () => logout.click(),
    'Failed to log out. Please try again.',
  );
  await logout.click();
  await page.waitForURL('/login');
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await login.click();
  await toast(page, 'Welcome back!').waitFor();
  await page.waitForURL('/');
});

test('the plans and their coupons show their specified texts', async () => {
  await addCoupon('SPRING20', 20);
  await addCoupon('GIFT', 100);
  const page = await open();
  await registerByApi(page, newPerson('ada'), 'none');
  await page.goto('/choose-plan');
  const apply = page.getByRole('button', { name: 'Apply' });
  const premium = page.getByRole('button', { name: 'Choose Premium' });
  await apply.click();
  await toast(page, 'Enter a coupon code').waitFor();
  await page.getByLabel('Coupon code').fill('nonsense');
  await withFailingRequest(page, 'refuse', 'POST', '/api/validate-coupon', () => apply.click(), [
    'Invalid coupon',
    'This coupon code is not valid',
  ]);
  await withFailingRequest(page, 'cut', 'POST', '/api/validate-coupon', () => apply.click(), 'Could not validate coupon code');
  await page.getByLabel('Coupon code').fill('spring20');
  await apply.click();
  await toast(page, 'Coupon applied!').getByText('20% discount will be applied to your plan').waitFor();
  const checkout = '/api/create-checkout-session';
  await withFailingRequest(page, 'refuse', 'POST', checkout, () => premium.click(), 'Could not create checkout session');
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByLabel('Coupon code').fill('gift');
  await apply.click();
  await toast(page, '100% discount').waitFor();
  await premium.click();
  await toast(page, 'Plan activated!').waitFor();
  await page.waitForURL('/');
});

test('the animals show their specified texts', async () => {
  const page = await openFarm();
  await page.goto('/');
  await page.getByText('No animals yet').waitFor();
  await page.getByRole('link', { name: 'Add Your First Animal' }).click();
  await page.getByText('No animals found').waitFor();
  await page.getByRole('button', { name: 'Add Animal' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Animal' });
  await dialog.getByLabel('Tag number').fill('MJ-02');
  const choosePhoto = async () =>
    dialog.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() });
  await withFailingRequest(page, 'refuse', 'POST', '/api/upload', choosePhoto, 'Upload failed: 400');
  await setStorageFull(page, true);
  await withFailingRequest(page, 'cut', 'POST', '/api/upload', choosePhoto, 'Image upload failed');
  await setStorageFull(page, false);
  await choosePhoto();
  await toast(page, 'Image uploaded successfully').waitFor();
  const save = dialog.getByRole('button', { name: 'Add Animal' });
  await withFailingRequest(page, 'refuse', 'POST', '/api/animals', () => save.click(), 'Failed to add animal');
  await save.click();
  await toast(page, 'Animal added successfully').waitFor();

  await page.getByRole('button', { name: 'Edit MJ-02' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit MJ-02' });
  await editing.getByRole('switch', { name: 'For sale' }).click();
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await toast(page, 'Animal updated successfully').waitFor();
  for (const filter of ['Species', 'Health', 'Status']) {
    await page.getByRole('combobox', { name: filter, exact: true }).click();
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: 'More: delete MJ-02' }).click();
  const remove = page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true });
  await withFailingRequest(page, 'refuse', 'DELETE', '/api/animals/*', () => remove.click(), 'Failed to delete animal');
  // A second click at once would be the end of a double click, which is ignored.
  await remove.press('Enter');
  await toast(page, 'Animal deleted successfully').waitFor();
  await page.reload();
  await page.getByText('No animals found').waitFor();
});

test('the dashboard of a farm whose plan is nearly full, and then full, shows its specified texts', async () => {
  const page = await openFarm();
  await page.goto('/');
  for (let head = 1; head <= 8; head += 1) await add(page, { tagNumber: `G-${head}`, healthStatus: String((head % 5) + 1) });
  await page.reload();
  await page.getByText('Approaching animal limit').waitFor();
  for (let head = 9; head <= 10; head += 1) await add(page, { tagNumber: `G-${head}` });
  await page.reload();
  await page.getByText('Animal limit reached').waitFor();
});

test('the health records show their specified texts', async () => {
  const page = await openFarm();
  const id = await add(page, {});
  await page.goto(`/health?animalId=${id}`);
  await page.getByText('No health records yet. Create one above!').waitFor();
  await page.getByLabel('Weight (lbs)').fill('90');
  await page.getByRole('radio', { name: '3 Good' }).click();
  const save = page.getByRole('button', { name: 'Save Health Record' });
  await withFailingRequest(page, 'refuse', 'POST', '/api/health-records', () => save.click(), 'Failed to create health record');
  await save.click();
  await toast(page, 'Health record created successfully').waitFor();
});

test('the breeding records show their specified texts', async () => {
  const page = await openFarm();
  await add(page, { tagNumber: 'DOE-7' });
  await add(page, { tagNumber: 'BUCK-9', sex: 'male' });
  await page.goto('/breeding');
  await page.getByText('No breeding records yet. Create one above!').waitFor();
  await page.getByLabel('Male', { exact: true }).click();
  await page.getByRole('option', { name: 'BUCK-9' }).click();
  await page.getByRole('option', { name: 'DOE-7' }).click();
  const record = page.getByRole('button', { name: 'Save Breeding Record' });
  await withFailingRequest(
    page,
    'refuse',
    'POST',
    '/api/breeding-records',
    () => record.click(),
    'Failed to create breeding record',
  );
  await record.click();
  await toast(page, 'Breeding record created successfully').waitFor();
  await page.getByRole('combobox', { name: 'Year' }).click();
  await page.getByRole('option', { name: 'All Years' }).click();

  await page.getByRole('button', { name: /^Edit the record/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Breeding Record' });
  const save = dialog.getByRole('button', { name: 'Save Changes' });
  await dialog.getByRole('radio', { name: 'Unsuccessful' }).click();
  const one = '/api/breeding-records/*';
  await withFailingRequest(page, 'refuse', 'PATCH', one, () => save.click(), 'Failed to update breeding record');
  await save.click();
  await toast(page, 'Breeding record updated successfully').waitFor();
  await page.getByRole('button', { name: /^Delete the record/ }).click();
  const remove = page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true });
  await withFailingRequest(page, 'refuse', 'DELETE', one, () => remove.click(), 'Failed to delete breeding record');
  await remove.click();
  await toast(page, 'Breeding record deleted successfully').waitFor();
  await page.goto('/breeding?year=2019');
  await page.getByText('No breeding records found for 2019.').waitFor();
});

test('the sales table shows its specified texts', async () => {
  const page = await openFarm();
  await page.goto('/animal-sells');
  await page.getByText('No active animals found. Add animals first to manage sales.').waitFor();
  await add(page, {});
  await page.reload();
  const price = page.getByLabel('Price of T-1');
  await price.pressSequentially('12,50');
  expect(await price.inputValue()).toBe('12.50');
  await price.fill('100');
  const save = page.getByRole('button', { name: 'Save Changes (1)' });
  await withFailingRequest(page, 'refuse', 'PATCH', '/api/animals/*', () => save.click(), 'Failed to update animals');
  await save.click();
  await toast(page, 'Animals updated successfully').waitFor();
});

test('the reports show their specified texts', async () => {
  const page = await openFarm();
  await page.goto('/reports');
  await page.getByText('No breeding records available').waitFor();
  await add(page, { species: 'goat' });
  await page.reload();
  await page.getByRole('row', { name: 'Goats 1 100%' }).waitFor();
});

test('the profile, the settings and an unknown page show their specified texts', async () => {
  const page = await openFarm();
  await page.goto('/profile');
  const logo = async () =>
    page.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() });
  await withFailingRequest(page, 'cut', 'POST', '/api/upload', logo, 'Failed to upload logo');
  await logo();
  await toast(page, 'Logo uploaded successfully').waitFor();
  const save = page.getByRole('button', { name: 'Save Changes' });
  await withFailingRequest(page, 'refuse', 'PATCH', '/api/users/profile', () => save.click(), 'Failed to update profile');
  await save.click();
  await toast(page, 'Profile Updated').waitFor();

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Change Password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  const change = dialog.getByRole('button', { name: 'Change Password' });
  await change.click();
  await dialog.getByText('Please fill in all fields').waitFor();
  await dialog.getByLabel('Current password').fill('correct horse');
  await dialog.getByLabel('New password', { exact: true }).fill('kids');
  await dialog.getByLabel('Confirm new password').fill('kid');
  await change.click();
  await dialog.getByText('New passwords do not match').waitFor();
  await dialog.getByLabel('Confirm new password').fill('kids');
  await change.click();
  await dialog.getByText('Password must be at least 6 characters long').waitFor();
  for (const field of ['New password', 'Confirm new password'])
    await dialog.getByLabel(field, { exact: true }).fill('a goat of my own');
  await withFailingRequest(
    page,
    'refuse',
    'POST',
    '/api/auth/change-password',
    () => change.click(),
    'Failed to change password',
  );
  await change.click();
  await toast(page, 'Password Changed').waitFor();

  // Closing a dialog goes back in the history, which would cancel this navigation.
  await dialog.waitFor({ state: 'hidden' });
  await page.waitForTimeout(500);
  await page.goto('/no-such-page');
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
});

test('the menu of an administrator shows its specified texts', async () => {
  const page = await open();
  const admin = newPerson('root');
  await page.goto(/\/login\?setup=\S+/.exec(product().output())?.[0] ?? 'no setup link was printed');
  await page.getByLabel('Username').fill(admin.username);
  await page.getByLabel('Email').fill(admin.email);
  for (const field of ['Password', 'Confirm password']) await page.getByLabel(field, { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL('/choose-plan');
  await chooseGuestInBrowser(page);
  await page.getByRole('link', { name: 'Admin Dashboard' }).waitFor();
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
async function withFailingRequest(
  page: Page,
  how: 'refuse' | 'cut',
  method: string,
  path: string,
  act: () => Promise<void>,
  message: string | readonly [title: string, sentence: string],
): Promise<void> {
  const [title, sentence] = typeof message === 'string' ? ['Error', message] : message;
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    return how === 'cut' ? route.abort('connectionfailed') : route.fulfill({ status: 400, body: '' });
  });
  await act();
  await toast(page, sentence).getByText(title, { exact: true }).waitFor();
  await page.unroute(`**${path}`);
}

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

async function add(page: Page, animal: object): Promise<string> {
  const data = { tagNumber: 'T-1', species: 'goat', sex: 'female', ...animal };
  return (await post(page, 'animals', data)).id;
}

async function addCoupon(code: string, percent: number): Promise<void> {
  const { db } = openDatabase({ databaseUrl: undefined, dataDir: product().dataDir });
  await db
    .insertInto('coupons')
    .values({
      id: uuidv7(),
      code,
      discount_percent: percent,
      valid_until: null,
      is_active: true,
      created_at: new Date().toISOString(),
    })
    .execute();
  await db.destroy();
}
