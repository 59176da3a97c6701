// @module-tag long
import { expect, test } from 'vitest';
import { phoneWithoutSignal, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { addAnimal, get, post, record } from '#test/page-api.ts';
import { testPicture } from '#test/pictures.ts';
import { chooseInMenu, daysAgo, findSignal, loseSignal, see, seeButton, tap } from '#test/steps.ts';

const { openFarm } = setUpBrowser();

test('without signal a dose makes a product low on Today, which leads to the cupboard, where it gets a photo', async () => {
  const { page } = await openFarm(phoneWithoutSignal);
  const animalId = await addAnimal(page, 'E-1', { species: 'sheep' });
  const line = { boughtOn: daysAgo(10), bottles: 1, amount: 100, batch: null, expiry: null, endedOn: null };
  const drench = { name: 'Drench', kind: 'dewormer', unit: 'ml', stock: [line] };
  const { id: productId } = await post(page, 'products', drench);
  await post(page, 'products', { ...drench, name: 'Old vaccine', kind: 'vaccine', stock: [{ ...line, expiry: daysAgo(5) }] });
  const dose = { kind: 'treatment', animalId, day: daysAgo(2), productName: 'Drench', unit: 'ml' };
  await record(page, { ...dose, productId, dose: 78 }, { ...dose, dose: 1 });
  await page.goto('/');
  await see(page, /^Old vaccine: expired \w{3}, \w{3} \d/);
  await loseSignal(page);

  await page.goto(`/animals/${animalId}`);
  await tap(page, /^Treat$/);
  const form = page.getByRole('dialog');
  await form.getByLabel('Product').tap();
  await page.getByRole('option', { name: /Drench/ }).tap();
  await form.getByLabel('Dose', { exact: true }).fill('5');
  await tap(form, /^Save$/);
  await form.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Dashboard' }).tap();
  await see(page, /^Old vaccine: expired .* · Drench: low$/);
  await expectGoodLook(page);
  await page.getByRole('link', { name: 'Open the medicine cupboard' }).tap();
  await see(page, '17 of 100 ml left', '1 dose of this name was recorded without choosing the product, so it is not counted');
  await chooseInMenu(page, 'More for Drench', 'Change');
  const change = page.getByRole('dialog');
  const photo = { name: 'bottle.jpg', mimeType: 'image/jpeg', buffer: await testPicture(90, 60).as('jpeg') };
  await change.getByLabel('Add a photo').setInputFiles(photo);
  await seeButton(change, 'Remove photo');
  await tap(change, 'Save change');
  await change.waitFor({ state: 'hidden' });
  const image = page.getByRole('button', { name: 'Photo of Drench' }).locator('img');
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(90);
  await findSignal(page);
  const products = await get<{ name: string; photo: string | null }>(page, 'products');
  expect(products.find(({ name }) => name === 'Drench')?.photo).toMatch(/^\/uploads\//);
});
