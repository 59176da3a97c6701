import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktop, expectAccessible, expectNoSidewaysScroll, phone, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { addAnimal, post, read } from '#test/page-api.ts';
import { phonePhoto } from '#test/pictures.ts';
import { choose, fill, press, saved, see, seeButton, seeHeading } from '#test/steps.ts';
import {
  becomeAdministrator,
  registerByApi,
  chooseGuestInBrowser,
  newPerson,
  registerInBrowser,
  signInInBrowser,
  toast,
} from '#test/ui-actions.ts';

const { product, openPage } = setUpBrowser({});

const anId = expect.stringMatching(/^[\da-f-]{36}$/);
/** The version of the record that was changed prevents overwriting another person's change. */
const aVersion = expect.stringMatching(/^[a-z0-9]+-[a-z0-9]+$/);
const aDay = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/);

test('registering, signing in, changing the profile and signing out send the specified calls', async () => {
  const page = await openPage();
  const calls = listen(page);
  const { username, email, password } = newPerson('ada');
  await registerInBrowser(page, { username, email, password });
  await toast(page, 'Account created!').waitFor();
  expect(calls()).toContainEqual(['POST /api/auth/register', { username, email, password }]);
  await seeButton(page, 'Choose Basic');
  calls.forget();
  await chooseGuestInBrowser(page);
  await toast(page, 'Welcome!').waitFor();
  await seeHeading(page, 'Dashboard');
  const chosen = ['POST /api/select-plan', { planType: 'guest', billingCycle: 'monthly' }];
  expect(calls().slice(0, 2)).toEqual([chosen, ['GET /api/auth/me', null]]);
  await press(page, 'Logout');
  await page.waitForURL('/login');
  expect(calls()).toContainEqual(['POST /api/auth/logout', null]);
  calls.forget();
  await signInInBrowser(page, { username, password });
  await page.waitForURL('/');
  expect(calls()).toContainEqual(['POST /api/auth/login', { username, password }]);
  expect(calls().map(([call]) => call)).toContain('GET /api/auth/me');

  await page.goto('/profile');
  await fill(page, { 'Farm name': 'Windy Hill' });
  await saved(page);
  calls.forget();
  await press(page, 'Save Changes');
  await toast(page, 'Profile Updated').waitFor();
  const empty = { ownerName: null, phone: null, address: null, logoUrl: null };
  const profile = ['PATCH /api/users/profile', { ...empty, farmName: 'Windy Hill', email, version: aVersion }];
  await expect.poll(() => calls().filter(isWriteOrUser)).toEqual([profile, ['GET /api/auth/me', null]]);

  await page.context().clearCookies();
  await page.goto('/login');
  await fill(page, { Username: username });
  calls.forget();
  await press(page, 'Reset Password');
  await toast(page, 'Password Reset').waitFor();
  expect(calls()).toEqual([['POST /api/auth/reset-password', { loginId: username }]]);
});

test('a farm is read by the specified lists; checkups, matings and sales send one call for each record', async () => {
  const page = await openPage();
  const calls = listen(page);
  const changes: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/changes') changes.push(searchParams.get('since'));
  });
  await registerByApi(page, newPerson('ada'));
  await page.goto('/');
  await saved(page);
  const lists = ['GET /api/animals', 'GET /api/health-records', 'GET /api/breeding-records'];
  expect(calls().map(([call]) => call)).toEqual(expect.arrayContaining(lists));
  // The copy is whole before it asks for what has changed since.
  await expect.poll(() => changes).not.toEqual([]);
  expect(changes).not.toContain(null);

  const fatherId = await addAnimal(page, 'B7', { sex: 'male' });
  const mothers = [await addAnimal(page, 'D1'), await addAnimal(page, 'D2')];
  await addAnimal(page, 'D3');
  await page.goto(`/health?animalId=${fatherId}`);
  await see(page, 'No health records yet. Create one above!');
  await fill(page, { 'Weight (lbs)': '120', Notes: 'Calm' });
  await page.getByRole('radio', { name: '4 Very Good' }).click();
  await page.getByRole('checkbox', { name: 'Dewormed' }).click();
  await saved(page);
  calls.forget();
  await press(page, 'Save Health Record');
  await toast(page, 'Health record created successfully').waitFor();
  expect(calls().filter(isWrite)).toEqual([
    [
      'POST /api/health-records',
      {
        id: anId,
        animalId: fatherId,
        date: aDay,
        recordType: 'checkup',
        healthStatus: '4',
        description: 'Health checkup - Weight: 120 lbs, Dewormed',
        weightLbs: 120,
        veterinarian: '',
        medication: '',
        dosage: '',
        nextDueDate: null,
        notes: 'Calm',
        cdnt: false,
        hoofsTrimmed: false,
        dewormed: true,
      },
    ],
  ]);

  await page.goto('/breeding');
  await choose(page, 'Male', 'B7');
  for (const doe of ['D1', 'D2']) await page.getByRole('option', { name: doe }).click();
  await fill(page, { Date: '2024-02-29' });
  await saved(page);
  calls.forget();
  await press(page, 'Save 2 Breeding Records');
  await toast(page, 'Breeding record created successfully').waitFor();
  const mating = { fatherId, breedingDate: '2024-02-29', actualBirthDate: null, offspringIds: [], notes: null };
  expect(calls().filter(([call]) => call === 'POST /api/breeding-records')).toEqual(
    mothers.map((motherId) => [
      'POST /api/breeding-records',
      { ...mating, id: anId, motherId, expectedDueDate: null, outcome: 'pending' },
    ]),
  );

  await press(page, 'Edit the record of D1 × B7');
  const dialog = page.getByRole('dialog', { name: 'Edit Breeding Record' });
  await dialog.getByRole('radio', { name: 'Unsuccessful' }).click();
  calls.forget();
  await press(dialog, 'Save Changes');
  await toast(page, 'Breeding record updated successfully').waitFor();
  const failed = { ...mating, motherId: mothers[0], expectedDueDate: '2024-07-28', outcome: 'unsuccessful', version: aVersion };
  expect(calls().filter(isWrite)).toEqual([['PATCH /api/breeding-records/{id}', failed]]);

  await page.goto('/animal-sells');
  await fill(page, { 'Price of D2': '99.5' });
  await page.getByRole('checkbox', { name: 'For Sale D3' }).click();
  await saved(page);
  calls.forget();
  await press(page, 'Save Changes (2)');
  await toast(page, 'Animals updated successfully').waitFor();
  expect(calls().filter(isWrite)).toEqual([
    ['PATCH /api/animals/{id}', { forSale: false, salePrice: '99.5', saleDescription: null, day: aDay, version: 1 }],
    ['PATCH /api/animals/{id}', { forSale: true, salePrice: null, saleDescription: null, day: aDay, version: 1 }],
  ]);
});

test('adding an animal with its photo, editing, finding and deleting it, and deleting a breeding record, send one call each; a failure keeps what was typed', async () => {
  const page = await openPage({ isIntercepted: true, expected: /status of 5|^50[02] .*\/api\/animals$/ });
  const calls = listen(page);
  await registerByApi(page, newPerson('ada'));
  const { id: userId } = await read<{ id: string }>(page, 'auth/me');
  const [motherId, fatherId] = [await addAnimal(page, 'D1'), await addAnimal(page, 'B7', { sex: 'male' })];
  await post(page, 'breeding-records', { motherId, fatherId, breedingDate: '2024-02-29' });
  await page.goto('/animals');
  await saved(page);
  await page.getByRole('button', { name: 'Add Animal' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Animal' });
  await press(dialog, 'Add Animal');
  await see(dialog, 'Tag number is required');
  await fill(dialog, { 'Tag number': 'MJ-02', Name: 'Maple' });
  const photo = { name: 'IMG_0042.JPG', mimeType: 'image/jpeg', buffer: await phonePhoto() };
  await dialog.locator('input[type=file]').setInputFiles(photo);
  await toast(page, 'Image uploaded successfully').waitFor();
  for (const [status, message] of [
    [500, 'Failed to add animal'],
    [400, 'No such tag.'],
    [502, 'Failed to add animal'],
  ] as const) {
    const body = status === 400 ? JSON.stringify({ message }) : '';
    await page.route('**/api/animals', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status, body }) : route.fallback(),
    );
    await press(dialog, 'Add Animal');
    await toast(page, message).getByText('Error', { exact: true }).waitFor();
    await page.unroute('**/api/animals');
    expect(await dialog.getByLabel('Tag number').inputValue()).toBe('MJ-02');
    await page.getByRole('button', { name: /^Saved/, includeHidden: true }).waitFor();
  }
  calls.forget();
  await press(dialog, 'Add Animal');
  await toast(page, 'Animal added successfully').waitFor();
  const added = { tagNumber: 'MJ-02', name: 'Maple', species: 'goat', sex: 'female', id: anId, userId };
  expect(calls().filter(isWrite)).toEqual([['POST /api/animals', expect.objectContaining(added)]]);

  const card = page.getByRole('article', { name: /MJ-02/ });
  const width = () => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  await press(card, 'Edit MJ-02 Maple');
  const editing = page.getByRole('dialog', { name: 'Edit MJ-02 Maple' });
  await fill(editing, { Name: 'Mabel' });
  calls.forget();
  await press(editing, 'Save Changes');
  await toast(page, 'Animal updated successfully').waitFor();
  expect(calls().filter(isWrite)).toEqual([['PATCH /api/animals/{id}', expect.objectContaining({ name: 'Mabel' })]]);

  const search = page.getByPlaceholder('Search by tag number, name, or breed...');
  await search.fill('mab');
  await see(page, 'Showing 1 of 3');
  await choose(page, 'Species', 'Sheep');
  await see(page, 'No animals found');
  await choose(page, 'Species', 'All Species');
  await press(card, 'More: delete MJ-02 Mabel');
  calls.forget();
  // A double tap deletes once, and the second tap shows no error.
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).dblclick();
  await toast(page, 'Animal deleted successfully').waitFor();
  expect(calls().filter(isWrite)).toEqual([['DELETE /api/animals/{id}', null]]);

  await page.goto('/breeding');
  await press(page, 'Delete the record of D1 × B7');
  calls.forget();
  await press(page.getByRole('alertdialog'), /^Delete$/);
  await toast(page, 'Breeding record deleted successfully').waitFor();
  expect(calls().filter(isWrite)).toEqual([['DELETE /api/breeding-records/{id}', null]]);
});

test('what an administrator changes of plans and coupons, and choosing a plan with a coupon, send the specified calls', async () => {
  const [page, theirs] = [await openPage({ viewport: desktop }), await openPage({ viewport: desktop, isIntercepted: true })];
  await registerByApi(theirs, newPerson('ben'));
  await becomeAdministrator(page, product());
  const calls = listen(page);
  const written = () => calls().filter(isWrite);
  await page.goto('/admin');
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

  const theirCalls = listen(theirs);
  await theirs.goto('/choose-plan');
  await fill(theirs, { 'Coupon code': 'spring' });
  await press(theirs, 'Apply');
  await see(toast(theirs, 'Coupon applied!'), '25% discount will be applied to your plan');
  // An answer without an address is no address.
  await theirs.route('**/api/create-checkout-session', (route) => route.fulfill({ json: {} }), { times: 1 });
  await press(theirs, 'Choose Premium');
  await toast(theirs, 'Could not create checkout session').waitFor();
  expect(theirCalls().filter(isWrite)).toEqual([
    ['POST /api/validate-coupon', { code: 'SPRING' }],
    ['POST /api/create-checkout-session', { planType: 'premium', billingCycle: 'monthly', couponCode: 'SPRING', id: anId }],
  ]);

  await press(page, 'Delete coupon SPRING');
  await press(page.getByRole('alertdialog'), 'Delete');
  await toast(page, 'Coupon deleted').waitFor();

  expect(written()).toEqual([
    ['PATCH /api/admin/pricing-plans/{id}', { yearlyPrice: '60' }],
    ['PATCH /api/admin/pricing-plans/{id}', { animalLimit: -1 }],
    ['PATCH /api/admin/pricing-plans/{id}', { isActive: false }],
    ['POST /api/admin/coupons', { id: expect.any(String), code: 'SPRING', discountPercent: 25, validUntil: null }],
    ['PATCH /api/admin/coupons/{id}', { isActive: false }],
    ['PATCH /api/admin/coupons/{id}', { isActive: true }],
    ['DELETE /api/admin/coupons/{id}', null],
  ]);
});

test('on a phone an administrator switches a coupon off, changes the role of a user, sends a password and deletes the account, also after a failure, and the log has both changes', async () => {
  const [page, theirs] = [await openPage({ viewport: phone, isIntercepted: true }), await openPage({ viewport: desktop })];
  const ben = newPerson('ben');
  await registerByApi(theirs, ben);
  await becomeAdministrator(page, product());
  const calls = listen(page);
  await post(page, 'admin/coupons', { code: 'AUTUMN', discountPercent: 25 });
  await page.goto('/admin');
  await page.getByRole('region', { name: 'Basic' }).waitFor();
  await expectNoSidewaysScroll(page);
  await page.getByRole('tab', { name: 'Coupon Codes' }).click();
  const coupons = page.getByRole('region', { name: 'Coupons' });
  await coupons.getByText('No expiry').first().waitFor();
  await expectGoodLook(page);
  await press(page, 'Create Coupon');
  await toast(page, 'Please enter valid coupon details').waitFor();
  await coupons.getByRole('switch', { name: 'Coupon AUTUMN active' }).click();
  await coupons.getByRole('listitem').filter({ hasText: 'AUTUMN' }).getByText('Inactive').waitFor();
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
  await choose(page, `Role of ${ben.username}`, 'Premium');
  await toast(page, 'User role updated').waitFor();
  await theirs.goto('/profile');
  await theirs.getByText('Premium').first().waitFor();
  await press(page, `Send password reset email to ${ben.username}`);
  await toast(page, 'Password reset email sent').waitFor();
  await product().mailTo(ben.email, 'temporary password');

  await press(page, `Delete the account of ${ben.username}`);
  await see(dialog, /permanently removes .* animals, health records and breeding records.*cannot be undone/);
  await expectAccessible(page);
  await page.route('**/api/admin/users/*', (route) => route.fulfill({ status: 400, body: '' }), { times: 1 });
  await press(dialog, 'Delete account');
  await page.getByText('Failed to delete user account').first().waitFor();
  await press(dialog, 'Delete account');
  await toast(page, 'User account deleted').waitFor();
  await see(page, 'No users found');
  await product().mailTo(ben.email, 'deleted');
  await theirs.goto('/');
  await theirs.waitForURL('/login');
  await signInInBrowser(theirs, ben);
  await toast(theirs, 'Login failed').waitFor();

  await page.getByText('Audit log').click();
  const log = page.getByRole('list', { name: 'Audit log' });
  await see(log, 'deleted a user account', /Guest → Premium/);
  expect(await log.innerText()).not.toContain(ben.username);
  await expectGoodLook(page);
  expect(calls().filter(isWrite)).toEqual([
    ['PATCH /api/admin/coupons/{id}', { isActive: false }],
    ['PATCH /api/admin/users/{id}/role', { role: 'premium' }],
    ['POST /api/admin/users/{id}/reset-password', null],
    ['DELETE /api/admin/users/{id}', null],
    ['DELETE /api/admin/users/{id}', null],
  ]);
});

type Call = readonly [call: string, body: unknown];

/** What a page reads, it may read late, and the copy of the farm is filled whenever it can be. */
const isWrite = ([call]: Call): boolean => !call.startsWith('GET');
const isWriteOrUser = (one: Call): boolean => isWrite(one) || one[0] === 'GET /api/auth/me';

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
