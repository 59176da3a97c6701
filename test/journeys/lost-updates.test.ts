// @module-tag long
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpBrowser, phone, expectGoodLook } from '#test/browser.ts';
import { addAnimal, patch, read, send } from '#test/page-api.ts';
import { fill, press, see } from '#test/steps.ts';
import { openSaleRow, toast } from '#test/ui-actions.ts';

const { openPage, openFarm } = setUpBrowser();

test('when two people edit one animal, the second resolves the conflict and no change is lost', async () => {
  const [ada, bob] = await twoScreens();
  const id = await addAnimal(ada, 'D-1', { name: 'Daisy', breed: 'Boer', notes: 'Calm' });
  const [hers, his] = [await editing(ada, 'D-1 Daisy'), await editing(bob, 'D-1 Daisy')];
  await fill(hers, { Name: 'Dora', Breed: 'Kiko', Notes: 'Kicks' });
  await press(hers, 'Save Changes');
  await toast(ada, 'Animal updated successfully').waitFor();

  await fill(his, { Name: 'Della', Color: 'Red', Notes: 'Calm, due in May' });
  await press(his, 'Save Changes');
  await toast(bob, 'This record has been changed elsewhere. Check what was changed, then save again.').waitFor();
  const notice = his.getByRole('alert');
  await see(notice, 'This animal has been changed elsewhere', 'Breed: Kiko (was Boer)');
  expect(await notice.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await typed(his, 'Name', 'Breed', 'Color', 'Notes')).toEqual(['Della', 'Kiko', 'Red', 'Calm, due in May']);
  await expectGoodLook(bob);

  const take = (field: string, name: string) =>
    notice.getByRole('radiogroup', { name: field }).getByRole('radio', { name }).click();
  await take('Name', 'Theirs Dora');
  expect(await typed(his, 'Name')).toEqual(['Dora']);
  await press(notice, 'Keep all mine');
  await take('Notes', 'Theirs Kicks');
  await press(his, 'Save Changes');
  await toast(bob, 'Animal updated successfully').waitFor();
  const merged = { name: 'Della', breed: 'Kiko', color: 'Red', notes: 'Kicks', species: 'goat', version: 3 };
  expect(await read(bob, `animals/${id}`)).toMatchObject(merged);
});

test('in the sales table a row that was changed elsewhere is marked, and the others are saved', async () => {
  const [ada, bob] = await twoScreens();
  const [first, second] = [await addAnimal(ada, 'D-1', { salePrice: 100 }), await addAnimal(ada, 'D-2')];
  const offer = async (tag: string, price: string) => {
    await openSaleRow(bob, tag);
    await fill(bob, { [`Price of ${tag}`]: price });
  };
  await bob.goto('/animal-sells');
  await offer('D-1', '150');
  await offer('D-2', '200');
  await patch(ada, `animals/${first}`, { salePrice: 120, saleDescription: 'Calm' });
  await patch(ada, `animals/${second}`, { notes: 'Calm' });
  await press(bob, 'Save Changes (2)');
  await toast(bob, 'Failed to update animals').waitFor();
  await see(bob, 'Changed elsewhere: price $120, description “Calm”. Save again to keep yours.');
  expect(await typed(bob, 'Price of D-1', 'Description of D-1')).toEqual(['150', 'Calm']);
  expect(await read(bob, `animals/${second}`)).toMatchObject({ salePrice: 200, notes: 'Calm' });
  await expectGoodLook(bob);
  await press(bob, 'Save Changes (1)');
  await toast(bob, 'Animals updated successfully').waitFor();
  expect(await read(bob, `animals/${first}`)).toMatchObject({ salePrice: 150, saleDescription: 'Calm' });

  // A refused row stands open until it is saved.
  await bob.getByRole('button', { name: /^D-1/, expanded: false }).waitFor();
  await offer('D-1', '160');
  await patch(ada, `animals/${first}`, { salePrice: 130 });
  await press(bob, 'Save Changes (1)', 'Use theirs');
  expect(await typed(bob, 'Price of D-1')).toEqual(['130']);
  await bob.getByRole('button', { name: /^Save Changes/ }).waitFor({ state: 'hidden' });
});

async function twoScreens(): Promise<readonly [Page, Page]> {
  const { page: ada, person } = await openFarm();
  const bob = await openPage({ viewport: phone });
  await send(bob, 'auth/login', { username: person.username, password: person.password });
  return [ada, bob];
}

async function editing(page: Page, name: string): Promise<Locator> {
  await page.goto('/animals');
  await press(page, `Edit ${name}`);
  const dialog = page.getByRole('dialog', { name: `Edit ${name}` });
  await dialog.waitFor();
  return dialog;
}

/** What the fields hold, not the choices of the same names in the conflict notice. */
const typed = (where: Page | Locator, ...labels: readonly string[]): Promise<string[]> =>
  Promise.all(labels.map((label) => where.getByLabel(label, { exact: true }).and(where.locator('input, textarea')).inputValue()));
