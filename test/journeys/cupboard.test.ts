// @module-tag long
import { expect, test } from 'vitest';
import { phoneWithoutSignal, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { get, post } from '#test/page-api.ts';
import { testPicture } from '#test/pictures.ts';

const { openFarm } = setUpBrowser();

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

test('without signal a dose makes a product low on Today, which leads to the cupboard, is put off and taken up again', async () => {
  const { page } = await openFarm(phoneWithoutSignal);
  const { id: animalId } = await post(page, 'animals', { tagNumber: 'E-1', species: 'sheep', sex: 'female' });
  const line = { boughtOn: day(10), bottles: 1, amount: 100, batch: null, expiry: null, endedOn: null };
  const drench = { name: 'Drench', kind: 'dewormer', unit: 'ml', stock: [line] };
  const { id: productId } = await post(page, 'products', drench);
  await post(page, 'products', { ...drench, name: 'Old vaccine', kind: 'vaccine', stock: [{ ...line, expiry: day(5) }] });
  const dose = { kind: 'treatment', animalId, day: day(2), productName: 'Drench', unit: 'ml' };
  const events = [
    { ...dose, id: crypto.randomUUID(), productId, dose: 78 },
    { ...dose, id: crypto.randomUUID(), dose: 1 },
  ];
  await post(page, 'events', { events });
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined);
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  await page.getByText(/^Old vaccine: expired \w{3}, \w{3} \d/).waitFor();
  await page.context().setOffline(true);

  await page.goto(`/animals/${animalId}`);
  await page.getByRole('button', { name: 'Treat', exact: true }).tap();
  const form = page.getByRole('dialog');
  await form.getByLabel('Product').tap();
  await page.getByRole('option', { name: /Drench/ }).tap();
  await form.getByLabel('Dose', { exact: true }).fill('5');
  await form.getByRole('button', { name: 'Save', exact: true }).tap();
  await form.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Dashboard' }).tap();
  await page.getByText(/^Old vaccine: expired .* · Drench: low$/).waitFor();
  await expectGoodLook(page);
  await page.getByRole('link', { name: 'Open the medicine cupboard' }).tap();
  await page.getByText('17 of 100 ml left').waitFor();
  await page.getByText('1 dose of this name was recorded without choosing the product, so it is not counted').waitFor();
  await page.getByRole('button', { name: 'More for Drench' }).tap();
  await page.getByRole('menuitem', { name: 'Change' }).tap();
  const change = page.getByRole('dialog');
  await change
    .getByLabel('Add a photo')
    .setInputFiles({ name: 'bottle.jpg', mimeType: 'image/jpeg', buffer: await testPicture(90, 60).as('jpeg') });
  await change.getByRole('button', { name: 'Remove photo' }).waitFor();
  await change.getByRole('button', { name: 'Save change' }).tap();
  await change.waitFor({ state: 'hidden' });
  const bottle = page.getByRole('button', { name: 'Photo of Drench' });
  const image = bottle.locator('img');
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(90);
  const { width: small = 0 } = (await bottle.boundingBox()) ?? {};
  await bottle.tap();
  await expect.poll(async () => (await bottle.boundingBox())?.width).toBeGreaterThan(small);
  await page.goBack();

  await page.getByRole('button', { name: 'Put off the medicine cupboard' }).tap();
  const putOff = page.getByRole('dialog', { name: 'Put off' });
  await putOff.getByRole('radio', { name: 'Not in stock' }).tap();
  await putOff.getByRole('button', { name: /^Put off to/ }).tap();
  await putOff.waitFor({ state: 'hidden' });
  await page.getByText('Drench: low').waitFor({ state: 'hidden' });
  await page.locator('summary', { hasText: 'Put off' }).tap();
  await page.getByText(/^Old vaccine: expired/).waitFor();
  await page.getByRole('button', { name: 'Undo putting off Drench: low' }).tap();
  await page.getByRole('link', { name: 'Open the medicine cupboard' }).waitFor();

  await page.context().setOffline(false);
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  const products = await get<{ name: string; photo: string | null }>(page, 'products');
  expect(products.find(({ name }) => name === 'Drench')?.photo).toMatch(/^\/uploads\//);
  const chores = await get<{ name: string; subject: string; animalIds: string[] }>(page, 'chores');
  expect(chores.map(({ name }) => name)).toEqual([expect.stringMatching(/^Old vaccine: expired/)]);
  expect(chores[0]).toMatchObject({ subject: expect.stringMatching(/^stock expired /), animalIds: [] });
});
