import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpBrowser } from '#test/browser.ts';
import { registerByApi, chooseGuestInBrowser, newPerson, registerInBrowser, signInInBrowser, toast } from '#test/ui-actions.ts';

const { openPage } = setUpBrowser();

const anId = expect.stringMatching(/^[\da-f-]{36}$/);
/** The version of the record that was changed prevents overwriting another person's change. */
const aVersion = expect.stringMatching(/^[\w-]{22}$/);
const aDay = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/);

test('registering, signing in, changing the profile and signing out send the specified calls', async () => {
  const page = await openPage();
  const calls = listen(page);
  const { username, email, password } = newPerson('ada');
  await registerInBrowser(page, { username, email, password });
  expect(calls()).toContainEqual(['POST /api/auth/register', { username, email, password }]);
  await page.getByRole('button', { name: 'Choose Basic' }).waitFor();
  calls.forget();
  await chooseGuestInBrowser(page);
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
  // The plan, which the page shows too, is read anew as well.
  const withoutPlan = () => calls().filter(([call]) => call !== 'GET /api/subscription');
  await expect.poll(withoutPlan).toEqual([
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

test('saving a checkup sends one call', async () => {
  const page = await openPage();
  const calls = listen(page);
  await registerByApi(page, newPerson('ada'));
  const animalId = await addAnimal(page, 'D1', 'female');
  await page.goto(`/health?animalId=${animalId}`);
  await page.getByText('No health records yet. Create one above!').waitFor();
  await page.getByLabel('Weight (lbs)').fill('120');
  await page.getByRole('radio', { name: '4 Very Good' }).click();
  await page.getByRole('checkbox', { name: 'Dewormed' }).click();
  await page.getByLabel('Notes').fill('Calm');
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  calls.forget();
  await page.getByRole('button', { name: 'Save Health Record' }).click();
  await toast(page, 'Health record created successfully').waitFor();
  expect(calls()).toEqual([
    [
      'POST /api/health-records',
      {
        id: anId,
        animalId,
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
});

test('recording a mating of several females sends one call for each, and changing a record sends one call', async () => {
  const page = await openPage();
  const calls = listen(page);
  await registerByApi(page, newPerson('ada'));
  const fatherId = await addAnimal(page, 'B7', 'male');
  const mothers = [await addAnimal(page, 'D1', 'female'), await addAnimal(page, 'D2', 'female')];
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
  expect(calls()).toEqual([
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
});

test('the sales table sends one call for each edited row, and none for the others', async () => {
  const page = await openPage();
  const calls = listen(page);
  await registerByApi(page, newPerson('ada'));
  for (const tag of ['D1', 'D2', 'D3']) await addAnimal(page, tag, 'female');
  await page.goto('/animal-sells');
  await page.getByLabel('Price of D1').fill('99.5');
  await page.getByRole('checkbox', { name: 'For Sale D3' }).click();
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  calls.forget();
  await page.getByRole('button', { name: 'Save Changes (2)' }).click();
  await toast(page, 'Animals updated successfully').waitFor();
  expect(calls()).toEqual([
    ['PATCH /api/animals/{id}', { forSale: false, salePrice: '99.5', saleDescription: null, day: aDay, version: 1 }],
    ['PATCH /api/animals/{id}', { forSale: true, salePrice: null, saleDescription: null, day: aDay, version: 1 }],
  ]);
});

type Call = readonly [call: string, body: unknown];

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
  const answer = await page.request.post('/api/animals', { data: { tagNumber, sex, species: 'goat' } });
  return ((await answer.json()) as { id: string }).id;
}
