import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktop, expectAccessible, expectGoodLook, expectNoSidewaysScroll, phone, setUpBrowser } from '#test/browser.ts';
import { addAnimal, post, read, send } from '#test/page-api.ts';
import { phonePhoto } from '#test/pictures.ts';
import { specifiedTexts, unseenText } from '#test/specified-texts.ts';
import { choose, fill, press, saved, see, seeButton, seeHeading } from '#test/steps.ts';
import { recordTexts, wasShown } from '#test/text-recorder.ts';
import { chooseGuestInBrowser, fillRegistration, newPerson, registerByApi, signInHere, toast } from '#test/ui-actions.ts';

// The tests of this file are one sequence: the texts that they showed are compared with those of the specification at its end.
const { product, openPage } = setUpBrowser({});

const shownTexts = new Set<string>();
const root = newPerson('root');

const anId = expect.stringMatching(/^[\da-f-]{36}$/);
/** The version of the record that was changed prevents overwriting another person's change. */
const aVersion = expect.stringMatching(/^[a-z0-9]+-[a-z0-9]+$/);
const aDay = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/);

async function open(viewport: typeof phone | typeof desktop = desktop) {
  const page = await openPage({ isIntercepted: true, viewport });
  await recordTexts(page, shownTexts);
  return { page, calls: listen(page) };
}

async function openFarm() {
  const [opened, person] = [await open(), newPerson('ada')];
  await registerByApi(opened.page, person);
  return { ...opened, person };
}

const choosePhoto = async (page: Page): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() });

const confirmation = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name, exact: true });

test('the marketplace, empty and with an animal of a farm without a name', async () => {
  const { page: visitor } = await open();
  await visitor.goto('/for-sale');
  await see(visitor, 'No animals for sale found');
  const { page: seller } = await openFarm();
  await addAnimal(seller, 'T-1', { forSale: true, salePrice: 200, pedigreeUrl: 'https://example.org/pedigree' });
  await visitor.reload();
  await see(visitor.getByRole('article'), 'Unknown Farm');
  expect(await visitor.getByText('No animals for sale found').count()).toBe(0);
});

test('resetting a password, registering, choosing a plan, signing out and in', async () => {
  const { page, calls } = await open();
  const person = newPerson('ada');
  const { username, email, password } = person;
  await page.goto('/login');
  const login = page.getByRole('button', { name: 'Login', exact: true });
  const reset = page.getByRole('button', { name: 'Reset Password' });
  await login.click();
  await see(page, 'Password must be at least 6 characters');
  await reset.click();
  await see(page, 'Please enter a valid username');
  await fill(page, { Username: username, Password: password });
  await refused(page, 'POST', '/api/auth/reset-password', () => reset.click(), ['Reset Failed', 'Could not reset password']);
  await refused(page, 'POST', '/api/auth/login', () => login.click(), ['Login failed', 'Invalid credentials']);
  await cutOff(page, 'POST', '/api/auth/login', () => login.click(), 'Something went wrong. Please try again.');
  calls.forget();
  await reset.click();
  await toast(page, 'Password Reset').waitFor();
  expect(calls()).toEqual([['POST /api/auth/reset-password', { loginId: username }]]);

  await page.getByRole('tab', { name: 'Register' }).click();
  const create = page.getByRole('button', { name: 'Create Account' });
  await fillRegistration(page, { ...person, email: 'no address' });
  await see(page, 'Invalid email address');
  await fill(page, { Email: email, 'Confirm password': 'something else' });
  await create.click();
  await fill(page, { 'Confirm password': password });
  await refused(page, 'POST', '/api/auth/register', () => create.click(), ['Registration failed', 'Could not create account']);
  await create.click();
  await page.waitForURL('/choose-plan');
  await toast(page, 'Account created!').waitFor();
  expect(calls()).toContainEqual(['POST /api/auth/register', { username, email, password }]);
  await seeButton(page, 'Choose Basic');
  calls.forget();
  await chooseGuestInBrowser(page);
  await toast(page, 'Welcome!').waitFor();
  await seeHeading(page, 'Dashboard');
  const chosen = ['POST /api/select-plan', { planType: 'guest', billingCycle: 'monthly' }];
  expect(calls().slice(0, 2)).toEqual([chosen, ['GET /api/auth/me', null]]);

  const logout = page.getByRole('button', { name: 'Logout' });
  await refused(page, 'POST', '/api/auth/logout', () => logout.click(), 'Failed to log out. Please try again.');
  await logout.click();
  await page.waitForURL('/login');
  expect(calls()).toContainEqual(['POST /api/auth/logout', null]);
  calls.forget();
  await signInHere(page, person);
  await toast(page, 'Welcome back!').waitFor();
  await page.waitForURL('/');
  expect(calls()).toContainEqual(['POST /api/auth/login', { username, password }]);
  expect(calls().map(([call]) => call)).toContain('GET /api/auth/me');
});

test('changing the profile and the password, and an unknown page', async () => {
  const { page, calls, person } = await openFarm();
  await page.goto('/profile');
  await cutOff(page, 'POST', '/api/upload', () => choosePhoto(page), 'Failed to upload logo');
  await choosePhoto(page);
  await toast(page, 'Logo uploaded successfully').waitFor();
  await fill(page, { 'Farm name': 'Windy Hill' });
  await saved(page);
  const save = page.getByRole('button', { name: 'Save Changes' });
  await refused(page, 'PATCH', '/api/users/profile', () => save.click(), 'Failed to update profile');
  calls.forget();
  await save.click();
  await toast(page, 'Profile Updated').waitFor();
  const entries = { farmName: 'Windy Hill', ownerName: null, email: person.email, phone: null, address: null };
  const logoUrl = expect.stringMatching(/^\/uploads\//);
  const profile = ['PATCH /api/users/profile', { ...entries, logoUrl, version: aVersion }];
  const isWriteOrUser = (one: Call): boolean => isWrite(one) || one[0] === 'GET /api/auth/me';
  await expect.poll(() => calls().filter(isWriteOrUser)).toEqual([profile, ['GET /api/auth/me', null]]);

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

test('a farm is read by the specified lists, and a checkup sends one call', async () => {
  const { page, calls } = await openFarm();
  const changes: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/changes') changes.push(searchParams.get('since'));
  });
  await page.goto('/');
  await saved(page);
  const lists = ['GET /api/animals', 'GET /api/health-records', 'GET /api/breeding-records'];
  expect(calls().map(([call]) => call)).toEqual(expect.arrayContaining(lists));
  // The copy is whole before it asks for what has changed since.
  await expect.poll(() => changes).not.toEqual([]);
  expect(changes).not.toContain(null);

  const animalId = await addAnimal(page, 'B7', { sex: 'male' });
  await page.goto(`/health?animalId=${animalId}`);
  await see(page, 'No health records yet. Create one above!');
  await fill(page, { 'Weight (lbs)': '120', Notes: 'Calm' });
  await page.getByRole('radio', { name: '4 Very Good' }).click();
  await page.getByRole('checkbox', { name: 'Dewormed' }).click();
  await saved(page);
  const save = page.getByRole('button', { name: 'Save Health Record' });
  await refused(page, 'POST', '/api/health-records', () => save.click(), 'Failed to create health record');
  calls.forget();
  await save.click();
  await toast(page, 'Health record created successfully').waitFor();
  const done = { cdnt: false, hoofsTrimmed: false, dewormed: true };
  const description = 'Health checkup - Weight: 120 lbs, Dewormed';
  const words = { veterinarian: '', medication: '', dosage: '', notes: 'Calm', description };
  const checkup = { recordType: 'checkup', healthStatus: '4', weightLbs: 120, nextDueDate: null, ...words, ...done };
  const sent = { id: anId, animalId, date: aDay, ...checkup };
  expect(calls().filter(isWrite)).toEqual([['POST /api/health-records', sent]]);
});

test('matings send one call for each female, and one is changed and deleted', async () => {
  const { page, calls } = await openFarm();
  const fatherId = await addAnimal(page, 'B7', { sex: 'male' });
  const mothers = [await addAnimal(page, 'D1'), await addAnimal(page, 'D2')];
  await page.goto('/breeding');
  await see(page, 'No breeding records yet. Create one above!');
  await choose(page, 'Male', 'B7');
  for (const doe of ['D1', 'D2']) await page.getByRole('option', { name: doe }).click();
  await fill(page, { Date: '2024-02-29' });
  await saved(page);
  const record = page.getByRole('button', { name: 'Save 2 Breeding Records' });
  await refused(page, 'POST', '/api/breeding-records', () => record.click(), 'Failed to create breeding record');
  calls.forget();
  await record.click();
  await toast(page, 'Breeding record created successfully').waitFor();
  const mating = { fatherId, breedingDate: '2024-02-29', actualBirthDate: null, offspringIds: [], notes: null };
  const made = { ...mating, id: anId, expectedDueDate: null, outcome: 'pending' };
  const creations = calls().filter(([call]) => call === 'POST /api/breeding-records');
  expect(creations).toEqual(mothers.map((motherId) => ['POST /api/breeding-records', { ...made, motherId }]));

  await choose(page, 'Year', 'All Years');
  await press(page, 'Edit the record of D1 × B7');
  const dialog = page.getByRole('dialog', { name: 'Edit Breeding Record' });
  await dialog.getByRole('radio', { name: 'Unsuccessful' }).click();
  const save = dialog.getByRole('button', { name: 'Save Changes' });
  const one = '/api/breeding-records/*';
  await refused(page, 'PATCH', one, () => save.click(), 'Failed to update breeding record');
  calls.forget();
  await save.click();
  await toast(page, 'Breeding record updated successfully').waitFor();
  const failed = { ...mating, motherId: mothers[0], expectedDueDate: '2024-07-28', outcome: 'unsuccessful', version: aVersion };
  expect(calls().filter(isWrite)).toEqual([['PATCH /api/breeding-records/{id}', failed]]);

  await press(page, 'Delete the record of D1 × B7');
  const remove = confirmation(page, 'Delete');
  await refused(page, 'DELETE', one, () => remove.click(), 'Failed to delete breeding record');
  calls.forget();
  await remove.click();
  await toast(page, 'Breeding record deleted successfully').waitFor();
  expect(calls().filter(isWrite)).toEqual([['DELETE /api/breeding-records/{id}', null]]);
  await page.goto('/breeding?year=2019');
  await see(page, 'No breeding records found for 2019.');
});

test('the sales table sends one call for each animal', async () => {
  const { page, calls } = await openFarm();
  await page.goto('/animal-sells');
  await see(page, 'No active animals found. Add animals first to manage sales.');
  for (const tag of ['D2', 'D3']) await addAnimal(page, tag);
  await page.reload();
  const price = page.getByLabel('Price of D2');
  await price.pressSequentially('99,5');
  expect(await price.inputValue()).toBe('99.5');
  await page.getByRole('checkbox', { name: 'For Sale D3' }).click();
  await saved(page);
  const save = page.getByRole('button', { name: 'Save Changes (2)' });
  await refused(page, 'PATCH', '/api/animals/*', () => save.click(), 'Failed to update animals');
  calls.forget();
  await save.click();
  await toast(page, 'Animals updated successfully').waitFor();
  const nothing = { salePrice: null, saleDescription: null, day: aDay, version: 1 };
  expect(calls().filter(isWrite)).toEqual([
    ['PATCH /api/animals/{id}', { ...nothing, forSale: false, salePrice: '99.5' }],
    ['PATCH /api/animals/{id}', { ...nothing, forSale: true }],
  ]);
});

test('adding an animal with its photo, editing, finding and deleting it; a failure keeps what was typed', async () => {
  const { page, calls } = await openFarm();
  const { id: userId } = await read<{ id: string }>(page, 'auth/me');
  await page.goto('/');
  await see(page, 'No animals yet');
  await page.getByRole('link', { name: 'Add Your First Animal' }).click();
  await see(page, 'No animals found');
  await page.getByRole('button', { name: 'Add Animal' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Animal' });
  const save = dialog.getByRole('button', { name: 'Add Animal' });
  await save.click();
  await see(dialog, 'Tag number is required');
  await fill(dialog, { 'Tag number': 'MJ-02', Name: 'Maple' });
  await refused(page, 'POST', '/api/upload', () => choosePhoto(page), 'Upload failed: 400');
  await setStorageFull(page, true);
  await cutOff(page, 'POST', '/api/upload', () => choosePhoto(page), 'Image upload failed');
  await setStorageFull(page, false);
  await choosePhoto(page);
  await toast(page, 'Image uploaded successfully').waitFor();
  await refused(page, 'POST', '/api/animals', () => save.click(), 'Failed to add animal');
  const reason = JSON.stringify({ message: 'No such tag.' });
  const refuse = (route: Route) => route.fulfill({ status: 400, body: reason });
  await failing(page, refuse, ['POST', '/api/animals', () => save.click(), 'No such tag.']);
  expect(await dialog.getByLabel('Tag number').inputValue()).toBe('MJ-02');
  calls.forget();
  await save.click();
  await toast(page, 'Animal added successfully').waitFor();
  const added = { tagNumber: 'MJ-02', name: 'Maple', species: 'goat', sex: 'female', id: anId, userId };
  expect(calls().filter(isWrite)).toEqual([['POST /api/animals', expect.objectContaining(added)]]);

  const card = page.getByRole('article', { name: /MJ-02/ });
  await expect.poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await press(card, 'Edit MJ-02 Maple');
  const editing = page.getByRole('dialog', { name: 'Edit MJ-02 Maple' });
  await fill(editing, { Name: 'Mabel' });
  await editing.getByRole('switch', { name: 'For sale' }).click();
  calls.forget();
  await press(editing, 'Save Changes');
  await toast(page, 'Animal updated successfully').waitFor();
  const changed = expect.objectContaining({ name: 'Mabel', forSale: true });
  expect(calls().filter(isWrite)).toEqual([['PATCH /api/animals/{id}', changed]]);

  for (const tag of ['D1', 'D2']) await addAnimal(page, tag);
  await page.reload();
  await page.getByPlaceholder('Search by tag number, name, or breed...').fill('mab');
  await see(page, 'Showing 1 of 3');
  for (const [filter, other] of Object.entries({ Health: 'All Health', Status: 'Active', Species: 'Sheep' }))
    await choose(page, filter, other);
  await see(page, 'No animals found');
  await choose(page, 'Species', 'All Species');
  await press(card, 'More: delete MJ-02 Mabel');
  const remove = confirmation(page, 'Delete');
  await refused(page, 'DELETE', '/api/animals/*', () => remove.press('Enter'), 'Failed to delete animal');
  calls.forget();
  // A double tap deletes once, and the second tap shows no error.
  await remove.dblclick();
  await toast(page, 'Animal deleted successfully').waitFor();
  expect(calls().filter(isWrite)).toEqual([['DELETE /api/animals/{id}', null]]);
});

test('the reports of a new farm, and the dashboard of one whose plan is nearly full, and then full', async () => {
  const { page } = await openFarm();
  await page.goto('/reports');
  await see(page, 'No animal data available', 'No health data available', 'No breeding records available');
  for (let head = 1; head <= 8; head += 1) await addAnimal(page, `G-${head}`, { healthStatus: String((head % 5) + 1) });
  await page.reload();
  await page.getByRole('row', { name: 'Goats 8 100%' }).waitFor();
  await page.goto('/');
  await see(page, 'Approaching animal limit');
  for (let head = 9; head <= 10; head += 1) await addAnimal(page, `G-${head}`);
  await page.reload();
  await see(page, 'Animal limit reached');
  expect(await page.getByText('Approaching animal limit').count()).toBe(0);
});

test('an administrator changes plans and coupons, and a plan is chosen with a coupon', async () => {
  const [{ page, calls }, { page: theirs, calls: theirCalls }] = [await open(), await open()];
  await page.goto(/\/login\?setup=\S+/.exec(product().output())?.[0] ?? 'no setup link was printed');
  await see(page, 'Whoever signs in or creates an account here becomes the administrator.');
  await fillRegistration(page, root);
  await page.waitForURL('/choose-plan');
  await chooseGuestInBrowser(page);
  await page.getByRole('link', { name: 'Admin Dashboard' }).click();
  calls.forget();
  const basic = page.getByRole('region', { name: 'Basic' });
  await press(basic, 'Edit yearly price of Basic');
  await fill(basic, { 'Yearly price of Basic': '60' });
  await page.keyboard.press('Enter');
  await toast(page, 'Pricing plan updated').waitFor();
  await press(basic, 'Edit animal limit of Basic');
  await fill(basic, { 'Animal limit of Basic': 'unlimited' });
  await page.keyboard.press('Enter');
  await basic.getByText('∞', { exact: true }).waitFor();
  await basic.getByRole('switch', { name: 'Basic active' }).click();
  await see(basic, 'Not offered');
  await page.getByRole('tab', { name: 'Coupon Codes' }).click();
  await fill(page, { 'Coupon code': 'spring', 'Discount percent': '25' });
  await page.keyboard.press('Enter');
  await toast(page, 'Coupon created').waitFor();
  const switched = page.getByRole('switch', { name: 'Coupon SPRING active' });
  await switched.click();
  await toast(page, 'Coupon updated').waitFor();
  await switched.click();
  await page.getByRole('switch', { name: 'Coupon SPRING active', checked: true, disabled: false }).waitFor();

  await registerByApi(theirs, newPerson('ben'), 'none');
  await theirs.goto('/choose-plan');
  const apply = theirs.getByRole('button', { name: 'Apply' });
  const premium = theirs.getByRole('button', { name: 'Choose Premium' });
  await apply.click();
  await toast(theirs, 'Enter a coupon code').waitFor();
  await fill(theirs, { 'Coupon code': 'spring' });
  const check = '/api/validate-coupon';
  await refused(theirs, 'POST', check, () => apply.click(), ['Invalid coupon', 'This coupon code is not valid']);
  await cutOff(theirs, 'POST', check, () => apply.click(), 'Could not validate coupon code');
  theirCalls.forget();
  await apply.click();
  await see(toast(theirs, 'Coupon applied!'), '25% discount will be applied to your plan');
  await refused(theirs, 'POST', '/api/create-checkout-session', () => premium.click(), 'Could not create checkout session');
  expect(theirCalls().filter(isWrite)).toEqual([
    ['POST /api/validate-coupon', { code: 'SPRING' }],
    ['POST /api/create-checkout-session', { planType: 'premium', billingCycle: 'monthly', couponCode: 'SPRING', id: anId }],
  ]);

  await press(page, 'Delete coupon SPRING');
  await confirmation(page, 'Delete').click();
  await toast(page, 'Coupon deleted').waitFor();
  expect(calls().filter(isWrite)).toEqual([
    ['PATCH /api/admin/pricing-plans/{id}', { yearlyPrice: '60' }],
    ['PATCH /api/admin/pricing-plans/{id}', { animalLimit: -1 }],
    ['PATCH /api/admin/pricing-plans/{id}', { isActive: false }],
    ['POST /api/admin/coupons', { id: expect.any(String), code: 'SPRING', discountPercent: 25, validUntil: null }],
    ['PATCH /api/admin/coupons/{id}', { isActive: false }],
    ['PATCH /api/admin/coupons/{id}', { isActive: true }],
    ['DELETE /api/admin/coupons/{id}', null],
  ]);
});

test('on a phone an administrator changes the role of a user, sends a password and deletes the account, also after a failure, and the log has both', async () => {
  const [{ page, calls }, { page: theirs }] = [await open(phone), await open()];
  const ben = newPerson('ben');
  await registerByApi(theirs, ben, 'none');
  await send(page, 'auth/login', { username: root.username, password: root.password });
  await post(page, 'admin/coupons', { code: 'GIFT', discountPercent: 100 });
  await theirs.goto('/choose-plan');
  await fill(theirs, { 'Coupon code': 'gift' });
  await press(theirs, 'Apply');
  await toast(theirs, '100% discount').waitFor();
  await press(theirs, 'Choose Premium');
  await toast(theirs, 'Plan activated!').waitFor();

  await page.goto('/admin');
  await page.getByRole('region', { name: 'Basic' }).waitFor();
  await expectNoSidewaysScroll(page);
  await page.getByRole('tab', { name: 'Coupon Codes' }).click();
  const coupons = page.getByRole('region', { name: 'Coupons' });
  await coupons.getByText('No expiry').first().waitFor();
  await expectGoodLook(page);
  await press(page, 'Create Coupon');
  await toast(page, 'Please enter valid coupon details').waitFor();
  await page.getByRole('tab', { name: 'Users' }).click();
  await fill(page, { 'Search users': ben.username });
  const users = page.getByRole('list', { name: 'Users' });
  await see(users, ben.email);
  await expect.poll(() => users.getByRole('listitem').count()).toBe(1);
  await expectGoodLook(page);
  const dialog = page.getByRole('alertdialog');
  await choose(page, `Role of ${ben.username}`, 'Admin');
  await see(dialog, /^Make .* an admin/);
  await press(dialog, 'Cancel');
  await choose(page, `Role of ${ben.username}`, 'Basic');
  await toast(page, 'User role updated').waitFor();
  await theirs.goto('/profile');
  await theirs.getByText('Basic').first().waitFor();
  await press(page, `Send password reset email to ${ben.username}`);
  await toast(page, 'Password reset email sent').waitFor();
  await product().mailTo(ben.email, 'temporary password');

  await press(page, `Delete the account of ${ben.username}`);
  await see(dialog, /permanently removes .* animals, health records and breeding records.*cannot be undone/);
  await expectAccessible(page);
  const remove = confirmation(page, 'Delete account');
  await refused(page, 'DELETE', '/api/admin/users/*', () => remove.press('Enter'), 'Failed to delete user account');
  await remove.press('Enter');
  await toast(page, 'User account deleted').waitFor();
  await see(page, 'No users found');
  await product().mailTo(ben.email, 'deleted');
  await theirs.goto('/');
  await theirs.waitForURL('/login');
  await signInHere(theirs, ben);
  await toast(theirs, 'Login failed').waitFor();

  await page.getByText('Audit log').click();
  const log = page.getByRole('list', { name: 'Audit log' });
  await see(log, 'deleted a user account', /Premium → Basic/);
  expect(await log.innerText()).not.toContain(ben.username);
  await expectGoodLook(page);
  expect(calls().filter(isWrite)).toEqual([
    ['PATCH /api/admin/users/{id}/role', { role: 'basic' }],
    ['POST /api/admin/users/{id}/reset-password', null],
    ['DELETE /api/admin/users/{id}', null],
    ['DELETE /api/admin/users/{id}', null],
  ]);
});

test('every text of the specification was shown, but the one that needs records of a month ago', () => {
  const texts = Object.values(specifiedTexts).flat();
  expect(texts.filter((one) => !wasShown(one, shownTexts))).toEqual([unseenText]);
});

type Call = readonly [call: string, body: unknown];

/** What a page reads, it may read late, and the copy of the farm is filled whenever it can be. */
const isWrite = ([call]: Call): boolean => !call.startsWith('GET');

/** The requests of the page in order: the method and path as in the specification, and the body. */
function listen(page: Page): (() => readonly Call[]) & { forget: () => void } {
  let calls: Call[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // A photo is no JSON.
    if (!pathname.startsWith('/api/') || ['/api/changes', '/api/upload'].includes(pathname)) return;
    const path = pathname.replace(/[\da-f]{8}-[\da-f-]{27}/, '{id}');
    calls.push([`${request.method()} ${path}`, request.postDataJSON()]);
  });
  return Object.assign(() => calls, { forget: () => (calls = []) });
}

type Failing = readonly [
  method: string,
  path: string,
  act: () => Promise<void>,
  message: string | readonly [title: string, sentence: string],
];

/** The next such request fails without a message of the server, or its connection is cut: the screen has to provide the message. */
async function failing(page: Page, how: (route: Route) => Promise<void>, [method, path, act, message]: Failing): Promise<void> {
  const [title, sentence] = typeof message === 'string' ? ['Error', message] : message;
  await page.route(`**${path}`, (route) => (route.request().method() === method ? how(route) : route.fallback()));
  await act();
  await see(toast(page, sentence), new RegExp(`^${RegExp.escape(title)}$`));
  await page.unroute(`**${path}`);
}

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
