// @module-tag long
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktop, setUpBrowser, phone, expectGoodLook } from '#test/browser.ts';
import { patch, post } from '#test/page-api.ts';
import { openSaleRow, registerByApi, type Credentials, newPerson, toast } from '#test/ui-actions.ts';

const { openPage } = setUpBrowser();

const refusal = 'This record has been changed elsewhere. Check what was changed, then save again.';

test('when two people edit one animal, the second resolves the conflict and no change is lost', async () => {
  const [ada, bob] = await twoScreens(phone);
  const id = await add(ada, { tagNumber: 'D-1', name: 'Daisy', breed: 'Boer', notes: 'Calm' });
  const [hers, his] = [await editing(ada, 'D-1 Daisy'), await editing(bob, 'D-1 Daisy')];

  await hers.getByLabel('Name').fill('Dora');
  await hers.getByLabel('Breed').fill('Kiko');
  await hers.getByLabel('Notes').fill('Kicks');
  await hers.getByRole('button', { name: 'Save Changes' }).click();
  await toast(ada, 'Animal updated successfully').waitFor();

  await his.getByLabel('Name').fill('Della');
  await his.getByLabel('Color').fill('Red');
  await his.getByLabel('Notes').fill('Calm, due in May');
  await his.getByRole('button', { name: 'Save Changes' }).click();
  await toast(bob, refusal).waitFor();
  const notice = his.getByRole('alert');
  await notice.getByText('This animal has been changed elsewhere').waitFor();
  await notice.getByText('Breed: Kiko (was Boer)').waitFor();
  expect(await notice.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await typed(his, ['Name', 'Breed', 'Color', 'Notes'])).toEqual(['Della', 'Kiko', 'Red', 'Calm, due in May']);
  await expectGoodLook(bob);

  await notice.getByRole('radiogroup', { name: 'Name' }).getByRole('radio', { name: 'Theirs Dora' }).click();
  expect(await typed(his, ['Name'])).toEqual(['Dora']);
  await notice.getByRole('button', { name: 'Keep all mine' }).click();
  await notice.getByRole('radiogroup', { name: 'Notes' }).getByRole('radio', { name: 'Theirs Kicks' }).click();
  await his.getByRole('button', { name: 'Save Changes' }).click();
  await toast(bob, 'Animal updated successfully').waitFor();
  const stored = (await (await bob.request.get(`/api/animals/${id}`)).json()) as object;
  expect(stored).toMatchObject({ name: 'Della', breed: 'Kiko', color: 'Red', notes: 'Kicks', species: 'goat', version: 3 });
});

test('in the sales table a row that was changed elsewhere is marked, and the others are saved', async () => {
  const [ada, bob] = await twoScreens(phone);
  const [first, second] = [await add(ada, { tagNumber: 'D-1', salePrice: 100 }), await add(ada, { tagNumber: 'D-2' })];
  await bob.goto('/animal-sells');
  await openSaleRow(bob, 'D-1');
  await bob.getByLabel('Price of D-1').fill('150');
  await openSaleRow(bob, 'D-2');
  await bob.getByLabel('Price of D-2').fill('200');
  await patch(ada, `animals/${first}`, { salePrice: 120, saleDescription: 'Calm' });
  await patch(ada, `animals/${second}`, { notes: 'Calm' });
  await bob.getByRole('button', { name: 'Save Changes (2)' }).click();
  await toast(bob, 'Failed to update animals').waitFor();
  await bob.getByText('Changed elsewhere: price $120, description “Calm”. Save again to keep yours.').waitFor();
  expect(await typed(bob, ['Price of D-1', 'Description of D-1'])).toEqual(['150', 'Calm']);
  expect(await stored(bob, second)).toMatchObject({ salePrice: 200, notes: 'Calm' });
  await expectGoodLook(bob);
  await bob.getByRole('button', { name: 'Save Changes (1)' }).click();
  await toast(bob, 'Animals updated successfully').waitFor();
  expect(await stored(bob, first)).toMatchObject({ salePrice: 150, saleDescription: 'Calm' });

  // A refused row stands open until it is saved.
  await bob.getByRole('button', { name: /^D-1/, expanded: false }).waitFor();
  await openSaleRow(bob, 'D-1');
  await bob.getByLabel('Price of D-1').fill('160');
  await patch(ada, `animals/${first}`, { salePrice: 130 });
  await bob.getByRole('button', { name: 'Save Changes (1)' }).click();
  await bob.getByRole('button', { name: 'Use theirs' }).click();
  expect(await typed(bob, ['Price of D-1'])).toEqual(['130']);
  await bob.getByRole('button', { name: /^Save Changes/ }).waitFor({ state: 'hidden' });
});

async function twoScreens(viewport: typeof phone | typeof desktop = desktop): Promise<readonly [Page, Page]> {
  const [ada, bob] = [await openPage(), await openPage({ viewport })];
  const person: Credentials = newPerson('ada');
  await registerByApi(ada, person);
  const answer = await bob.request.post('/api/auth/login', { data: { username: person.username, password: person.password } });
  expect(answer.status()).toBe(200);
  return [ada, bob];
}

async function editing(page: Page, name: string): Promise<Locator> {
  await page.goto('/animals');
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Edit ${name}` });
  await dialog.waitFor();
  return dialog;
}

const typed = (where: Page | Locator, labels: readonly string[]): Promise<string[]> =>
  Promise.all(labels.map((label) => field(where, label).inputValue()));

/** The field itself, not the choice of the same name in the conflict notice. */
const field = (where: Page | Locator, label: string): Locator =>
  where.getByLabel(label, { exact: true }).and(where.locator('input, textarea'));

const stored = async (page: Page, id: string) => (await (await page.request.get(`/api/animals/${id}`)).json()) as object;

async function add(page: Page, animal: object): Promise<string> {
  return (await post(page, 'animals', { species: 'goat', sex: 'female', ...animal })).id;
}
