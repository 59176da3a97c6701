import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktop, expectAccessible, expectNoSidewaysScroll, phone, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { post } from '#test/page-api.ts';
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
  await page.getByRole('button', { name: 'Choose Basic' }).waitFor();
  calls.forget();
  await chooseGuestInBrowser(page);
  await toast(page, 'Welcome!').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  expect(calls().slice(0, 2)).toEqual([
    ['POST /api/select-plan', { planType: 'guest', billingCycle: 'monthly' }],
    ['GET /api/auth/me', null],
  ]);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('/login');
  expect(calls()).toContainEqual(['POST /api/auth/logout', null]);
  calls.forget();
  await signInInBrowser(page, { username, password });
  await page.waitForURL('/');
  expect(calls()).toContainEqual(['POST /api/auth/login', { username, password }]);
  expect(calls().map(([call]) => call)).toContain('GET /api/auth/me');

  await page.goto('/profile');
  await page.getByLabel('Farm name').fill('Windy Hill');
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  calls.forget();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await toast(page, 'Profile Updated').waitFor();
  await expect
    .poll(() => calls().filter((one) => isWrite(one) || one[0] === 'GET /api/auth/me'))
    .toEqual([
      [
        'PATCH /api/users/profile',
        { farmName: 'Windy Hill', ownerName: null, email, phone: null, address: null, logoUrl: null, version: aVersion },
      ],
      ['GET /api/auth/me', null],
    ]);

  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  calls.forget();
  await page.getByRole('button', { name: 'Reset Password' }).click();
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
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  const lists = ['GET /api/animals', 'GET /api/health-records', 'GET /api/breeding-records'];
  expect(calls().map(([call]) => call)).toEqual(expect.arrayContaining(lists));
  // The copy is whole before it asks for what has changed since.
  await expect.poll(() => changes).not.toEqual([]);
  expect(changes).not.toContain(null);

  const fatherId = await addAnimal(page, 'B7', 'male');
  const mothers = [await addAnimal(page, 'D1', 'female'), await addAnimal(page, 'D2', 'female')];
  await addAnimal(page, 'D3', 'female');
  await page.goto(`/health?animalId=${fatherId}`);
  await page.getByText('No health records yet. Create one above!').waitFor();
  await page.getByLabel('Weight (lbs)').fill('120');
  await page.getByRole('radio', { name: '4 Very Good' }).click();
  await page.getByRole('checkbox', { name: 'Dewormed' }).click();
  await page.getByLabel('Notes').fill('Calm');
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  calls.forget();
  await page.getByRole('button', { name: 'Save Health Record' }).click();
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
  await page.getByLabel('Male', { exact: true }).click();
  await page.getByRole('option', { name: 'B7' }).click();
  for (const doe of ['D1', 'D2']) await page.getByRole('option', { name: doe }).click();
  await page.getByLabel('Date', { exact: true }).fill('2024-02-29');
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  calls.forget();
  await page.getByRole('button', { name: 'Save 2 Breeding Records' }).click();
  await toast(page, 'Breeding record created successfully').waitFor();
  const posted = calls().filter(([call]) => call === 'POST /api/breeding-records');
  expect(posted).toEqual(
    mothers.map((motherId) => [
      'POST /api/breeding-records',
      {
        id: anId,
        fatherId,
        motherId,
        breedingDate: '2024-02-29',
        expectedDueDate: null,
        actualBirthDate: null,
        offspringIds: [],
        notes: null,
        outcome: 'pending',
      },
    ]),
  );

  await page.getByRole('button', { name: 'Edit the record of D1 × B7' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Breeding Record' });
  await dialog.getByRole('radio', { name: 'Unsuccessful' }).click();
  calls.forget();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await toast(page, 'Breeding record updated successfully').waitFor();
  expect(calls().filter(isWrite)).toEqual([
    [
      'PATCH /api/breeding-records/{id}',
      {
        fatherId,
        motherId: mothers[0],
        breedingDate: '2024-02-29',
        expectedDueDate: '2024-07-28',
        actualBirthDate: null,
        outcome: 'unsuccessful',
        notes: null,
        offspringIds: [],
        version: aVersion,
      },
    ],
  ]);

  await page.goto('/animal-sells');
  await page.getByLabel('Price of D2').fill('99.5');
  await page.getByRole('checkbox', { name: 'For Sale D3' }).click();
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  calls.forget();
  await page.getByRole('button', { name: 'Save Changes (2)' }).click();
  await toast(page, 'Animals updated successfully').waitFor();
  expect(calls().filter(isWrite)).toEqual([
    ['PATCH /api/animals/{id}', { forSale: false, salePrice: '99.5', saleDescription: null, day: aDay, version: 1 }],
    ['PATCH /api/animals/{id}', { forSale: true, salePrice: null, saleDescription: null, day: aDay, version: 1 }],
  ]);
});

test('adding, editing and deleting an animal, and deleting a breeding record, send one call each; a failure keeps what was typed', async () => {
  const page = await openPage({ isIntercepted: true, expected: /status of 5|^50[02] .*\/api\/animals$/ });
  const calls = listen(page);
  await registerByApi(page, newPerson('ada'));
  const { id: userId } = (await (await page.request.get('/api/auth/me')).json()) as { id: string };
  const [motherId, fatherId] = [await addAnimal(page, 'D1', 'female'), await addAnimal(page, 'B7', 'male')];
  await post(page, 'breeding-records', { motherId, fatherId, breedingDate: '2024-02-29' });
  await page.goto('/animals');
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  await page.getByRole('button', { name: 'Add Animal' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Animal' });
  await dialog.getByLabel('Tag number').fill('MJ-02');
  await dialog.getByLabel('Name').fill('Maple');
  for (const [status, message] of [
    [500, 'Failed to add animal'],
    [400, 'No such tag.'],
    [502, 'Failed to add animal'],
  ] as const) {
    const body = status === 400 ? JSON.stringify({ message }) : '';
    await page.route('**/api/animals', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status, body }) : route.fallback(),
    );
    await dialog.getByRole('button', { name: 'Add Animal' }).click();
    await toast(page, message).getByText('Error', { exact: true }).waitFor();
    await page.unroute('**/api/animals');
    expect(await dialog.getByLabel('Tag number').inputValue()).toBe('MJ-02');
    await page.getByRole('button', { name: /^Saved/, includeHidden: true }).waitFor();
  }
  calls.forget();
  await dialog.getByRole('button', { name: 'Add Animal' }).click();
  await toast(page, 'Animal added successfully').waitFor();
  const added = { tagNumber: 'MJ-02', name: 'Maple', species: 'goat', sex: 'female', id: anId, userId };
  expect(calls().filter(isWrite)).toEqual([['POST /api/animals', expect.objectContaining(added)]]);

  await page.getByRole('button', { name: 'Edit MJ-02 Maple' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit MJ-02 Maple' });
  await editing.getByLabel('Name').fill('Mabel');
  calls.forget();
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await toast(page, 'Animal updated successfully').waitFor();
  expect(calls().filter(isWrite)).toEqual([['PATCH /api/animals/{id}', expect.objectContaining({ name: 'Mabel' })]]);

  await page.getByRole('button', { name: 'More: delete MJ-02 Mabel' }).click();
  calls.forget();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await toast(page, 'Animal deleted successfully').waitFor();
  expect(calls().filter(isWrite)).toEqual([['DELETE /api/animals/{id}', null]]);

  await page.goto('/breeding');
  await page.getByRole('button', { name: 'Delete the record of D1 × B7' }).click();
  calls.forget();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
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
  await basic.getByRole('button', { name: 'Edit yearly price of Basic' }).click();
  await basic.getByLabel('Yearly price of Basic').fill('60');
  await page.keyboard.press('Enter');
  await toast(page, 'Pricing plan updated').waitFor();
  await basic.getByRole('button', { name: 'Edit animal limit of Basic' }).click();
  await basic.getByLabel('Animal limit of Basic').fill('unlimited');
  await page.keyboard.press('Enter');
  await basic.getByText('∞', { exact: true }).waitFor();
  await basic.getByRole('switch', { name: 'Basic active' }).click();
  await basic.getByText('Not offered').waitFor();
  await page.getByRole('tab', { name: 'Coupon Codes' }).click();
  await page.getByLabel('Coupon code', { exact: true }).fill('spring');
  await page.getByLabel('Discount percent').fill('25');
  await page.keyboard.press('Enter');
  await toast(page, 'Coupon created').waitFor();
  const switched = page.getByRole('switch', { name: 'Coupon SPRING active' });
  await switched.click();
  await toast(page, 'Coupon updated').waitFor();
  await switched.click();
  await page.getByRole('switch', { name: 'Coupon SPRING active', checked: true, disabled: false }).waitFor();

  const theirCalls = listen(theirs);
  await theirs.goto('/choose-plan');
  await theirs.getByLabel('Coupon code').fill('spring');
  await theirs.getByRole('button', { name: 'Apply' }).click();
  await toast(theirs, 'Coupon applied!').getByText('25% discount will be applied to your plan').waitFor();
  // An answer without an address is no address.
  await theirs.route('**/api/create-checkout-session', (route) => route.fulfill({ json: {} }), { times: 1 });
  await theirs.getByRole('button', { name: 'Choose Premium' }).click();
  await toast(theirs, 'Could not create checkout session').waitFor();
  expect(theirCalls().filter(isWrite)).toEqual([
    ['POST /api/validate-coupon', { code: 'SPRING' }],
    ['POST /api/create-checkout-session', { planType: 'premium', billingCycle: 'monthly', couponCode: 'SPRING', id: anId }],
  ]);

  await page.getByRole('button', { name: 'Delete coupon SPRING' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
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
  await page.getByRole('button', { name: 'Create Coupon' }).click();
  await toast(page, 'Please enter valid coupon details').waitFor();
  await coupons.getByRole('switch', { name: 'Coupon AUTUMN active' }).click();
  await coupons.getByRole('listitem').filter({ hasText: 'AUTUMN' }).getByText('Inactive').waitFor();
  await page.getByRole('tab', { name: 'Users' }).click();
  await page.getByLabel('Search users').fill(ben.username);
  const users = page.getByRole('list', { name: 'Users' });
  await users.getByText(ben.email).waitFor();
  await expect.poll(() => users.getByRole('listitem').count()).toBe(1);
  await expectGoodLook(page);
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

/** The requests of the page in order: the method and path as in the specification, and the body. */
function listen(page: Page): (() => readonly Call[]) & { forget: () => void } {
  let calls: Call[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/') || pathname === '/api/changes') return;
    const path = pathname.replace(/[\da-f]{8}-[\da-f-]{27}/, '{id}');
    calls.push([`${request.method()} ${path}`, request.postDataJSON()]);
  });
  return Object.assign(() => calls, { forget: () => (calls = []) });
}

async function addAnimal(page: Page, tagNumber: string, sex: string): Promise<string> {
  return (await post(page, 'animals', { tagNumber, sex, species: 'goat' })).id;
}
