import { expect, test } from 'vitest';
import { desktop, expectAccessible, expectNoSidewaysScroll, phone, setUpBrowser } from '#test/browser.ts';
import { newPerson, registerByApi, toast } from '#test/ui-actions.ts';

const { openPage } = setUpBrowser();

test.each([
  ['a phone', phone],
  ['a desktop', desktop],
])('a farmer at %s weighs an animal from its card, corrects the weight, and undoes it', async (_, viewport) => {
  const page = await openPage({ viewport });
  await registerByApi(page, newPerson('ada'));
  await page.request.post('/api/animals', { data: { tagNumber: 'MJ-02', name: 'Maple', species: 'sheep', sex: 'female' } });
  await page.goto('/animals');
  await page.getByRole('link', { name: 'MJ-02' }).click();
  await page.getByRole('heading', { level: 1, name: /MJ-02/ }).waitFor();
  await page.getByText('Nothing is recorded yet.').waitFor();

  await page.getByRole('button', { name: 'Weigh' }).click();
  const form = page.getByRole('dialog', { name: 'Weighing' });
  await form.getByLabel('Weight (lbs)').fill('148');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Recorded').waitFor();
  const entry = page.getByRole('article', { name: '148 lbs' });
  await entry.waitFor();
  await page.getByText('Weight, today').waitFor();

  await entry.getByRole('button', { name: 'Change' }).click();
  const change = page.getByRole('dialog', { name: 'Change: Weighing' });
  await expect.poll(() => change.getByLabel('Weight (lbs)').inputValue()).toBe('148');
  await change.getByLabel('Weight (lbs)').fill('84,5');
  await change.getByRole('button', { name: 'Save change' }).click();
  await toast(page, 'Changed').waitFor();
  const corrected = page.getByRole('article', { name: '84.5 lbs' });
  await corrected.getByText('Changed once').click();
  await corrected.locator('del').getByText('148 lbs').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await corrected.getByRole('button', { name: 'Undo' }).click();
  await toast(page, 'Undone').waitFor();
  await page.getByText('Not weighed yet').waitFor();
  expect(await page.getByRole('button', { name: /^Undo/ }).count()).toBe(0);
});

test('an animal in withdrawal says so, and selling it needs a reason', async () => {
  const page = await openPage({ viewport: phone });
  await registerByApi(page, newPerson('ada'));
  const data = { tagNumber: 'B-7', species: 'goat', sex: 'female', birthDate: '2024-03-01' };
  const { id } = (await (await page.request.post('/api/animals', { data })).json()) as { id: string };
  await page.goto(`/animals/${id}`);
  await page.getByRole('button', { name: 'Treat' }).click();
  const treatment = page.getByRole('dialog', { name: 'Treatment' });
  await treatment.getByLabel('Product').fill('Drench');
  await treatment.getByRole('button', { name: 'Add withdrawal' }).click();
  await treatment.getByRole('radio', { name: 'Meat' }).click();
  await treatment.getByLabel('Days').fill('14');
  await treatment.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Recorded').waitFor();
  await page
    .locator('[data-title]')
    .getByText(/^No meat until/)
    .waitFor();

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Sale' }).click();
  const sale = page.getByRole('dialog', { name: 'Sale' });
  await sale.getByRole('button', { name: 'Save' }).click();
  await sale
    .getByRole('alert')
    .getByText(/withdrawal/)
    .waitFor();
  await sale.getByLabel('Reason').fill('Sold for breeding');
  await sale.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('article', { name: 'Sold' }).getByText('Sold for breeding').waitFor();
  await page.getByText('Doe, 2 years · Sold').waitFor();
});

test('what was done lately is listed with who did it, and is taken back with one button', async () => {
  const page = await openPage({ viewport: phone });
  await registerByApi(page, newPerson('ada'));
  const data = { tagNumber: 'B-7', species: 'goat', sex: 'female' };
  const animal = (await (await page.request.post('/api/animals', { data })).json()) as { id: string };
  await page.request.patch(`/api/animals/${animal.id}`, { data: { status: 'sold' } });
  await page.goto('/recent');
  const sale = page.getByRole('article', { name: 'Changed an animal' });
  await sale.getByText('Status: Active → Sold').waitFor();
  await sale.getByRole('link', { name: 'B-7' }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await sale.getByRole('button', { name: 'Undo Changed an animal' }).click();
  await expectAccessible(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click();
  await toast(page, 'Taken back').waitFor();
  await page.getByRole('article', { name: 'Took back: Changed an animal' }).waitFor();
  const stored = (await (await page.request.get(`/api/animals/${animal.id}`)).json()) as { status: string };
  expect(stored.status).toBe('active');
});

test('the register of treatments says what was given and until when the meat is withheld, prints, and comes as a file', async () => {
  const page = await openPage({ viewport: phone });
  await registerByApi(page, newPerson('ada'));
  const data = { tagNumber: 'B-7', species: 'goat', sex: 'female' };
  const animal = (await (await page.request.post('/api/animals', { data })).json()) as { id: string };
  const day = new Date().toISOString().slice(0, 10);
  const withdrawals = [{ product: 'meat', days: 21 }];
  const event = { id: crypto.randomUUID(), kind: 'treatment', animalId: animal.id, day, productName: 'Ivermectin', withdrawals };
  await page.request.post('/api/events', { data: { events: [event] } });
  await page.goto('/treatments');
  const line = page.getByRole('article', { name: 'Ivermectin, B-7' });
  await line.getByText(/^No meat until/).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toMatch(/^treatments-.*\.csv$/);
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('row', { name: /B-7.*Ivermectin/ }).waitFor();
});
