import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktopFirst, expectAccessible, phone, settled, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { patch, post } from '#test/page-api.ts';
import { testPicture } from '#test/pictures.ts';
import { Touches } from '#test/touches.ts';
import { openSaleRow, newPerson, registerByApi, toast } from '#test/ui-actions.ts';
import { longTest, sampledTest } from '#test/long-run.ts';

const { openPage, openFarm } = setUpBrowser();

sampledTest(desktopFirst)(
  'a farmer at %s weighs an animal from its card, corrects the weight, and undoes it',
  async (_, viewport) => {
    const { page } = await openFarm({ viewport });
    await post(page, 'animals', { tagNumber: 'MJ-02', name: 'Maple', species: 'sheep', sex: 'female' });
    await page.goto('/animals');
    await page.getByRole('link', { name: 'MJ-02' }).click();
    await page.getByRole('heading', { level: 1, name: /MJ-02/ }).waitFor();
    await page.getByText('Nothing is recorded yet.').waitFor();

    const photo = { name: 'maple.png', mimeType: 'image/png', buffer: await testPicture().as('png') };
    await page.getByLabel('Photo', { exact: true }).setInputFiles(photo);
    await toast(page, 'Animal updated successfully').waitFor();
    await page.locator('main img').first().waitFor();

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
    await expectGoodLook(page);

    await corrected.getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'Undone').waitFor();
    await page.getByText('Not weighed yet').waitFor();
    expect(await page.getByRole('button', { name: /^Undo/ }).count()).toBe(0);
  },
);

test('a death is recorded with its cause by at most 4 touches', async () => {
  const page = await openPage({ viewport: phone, hasTouch: true, isMobile: true });
  const touches = await Touches.on(page);
  await registerByApi(page, newPerson('ada'));
  const data = { tagNumber: 'B-7', species: 'goat', sex: 'female' };
  const { id } = await post(page, 'animals', data);
  await page.goto(`/animals/${id}`);
  const more = page.getByRole('main').getByRole('button', { name: 'More' });
  await more.waitFor();
  await touches.startAgain();
  await touches.tap(more);
  await touches.tap(page.getByRole('menuitem', { name: 'Death' }));
  await touches.tap(page.getByRole('dialog', { name: 'Death' }).getByRole('radio', { name: 'Predator' }));
  await touches.tap(page.getByRole('button', { name: 'Save' }));
  await page.getByRole('article', { name: 'Died' }).getByText('Predator').waitFor();
  expect(await touches.count()).toBeLessThanOrEqual(4);
});

longTest('what was done lately is listed with who did it, and is taken back with one button', async () => {
  const { page } = await openFarm({ viewport: phone });
  const data = { tagNumber: 'B-7', species: 'goat', sex: 'female' };
  const animal = await post(page, 'animals', data);
  await patch(page, `animals/${animal.id}`, { status: 'sold' });
  await page.goto('/history');
  const sale = page.getByRole('article', { name: 'Changed an animal' });
  await sale.getByText('Status: Active → Sold').waitFor();
  await sale.getByRole('link', { name: 'B-7' }).waitFor();
  await expectGoodLook(page);
  await sale.getByText('10 min left').waitFor();
  await sale.getByRole('button', { name: 'Undo Changed an animal' }).click();
  await toast(page, 'Undone').waitFor();
  await page.getByRole('article', { name: 'Undid: Changed an animal' }).waitFor();
  const stored = (await (await page.request.get(`/api/animals/${animal.id}`)).json()) as { status: string };
  expect(stored.status).toBe('active');
});

longTest(
  'the register of treatments says what was given and until when the meat is withheld, prints, and comes as a file',
  async () => {
    const { page } = await openFarm({ viewport: phone });
    const data = { tagNumber: 'B-7', species: 'goat', sex: 'female' };
    const animal = await post(page, 'animals', data);
    const day = new Date().toISOString().slice(0, 10);
    const withdrawals = [{ product: 'meat', days: 21 }];
    const event = {
      id: crypto.randomUUID(),
      kind: 'treatment',
      animalId: animal.id,
      day,
      productName: 'Ivermectin',
      withdrawals,
    };
    await post(page, 'events', { events: [event] });
    await page.goto('/treatments');
    const line = page.getByRole('article', { name: 'Ivermectin, B-7' });
    await line.getByText(/^No meat until/).waitFor();
    await expectGoodLook(page);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toMatch(/^treatments-.*\.csv$/);
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('row', { name: /B-7.*Ivermectin/ }).waitFor();
  },
);

async function addTreated(page: Page, tagNumber: string): Promise<string> {
  const data = { tagNumber, species: 'goat', sex: 'female', birthDate: '2024-03-01', salePrice: 200 };
  const { id } = await post(page, 'animals', data);
  const withdrawals = [
    { product: 'meat', days: 14 },
    { product: 'milk', days: 14 },
  ];
  const day = new Date().toISOString().slice(0, 10);
  const event = { id: crypto.randomUUID(), kind: 'treatment', animalId: id, day, productName: 'Drench', withdrawals };
  await post(page, 'events', { events: [event] });
  return id;
}

const readAnimal = async (page: Page, id: string): Promise<{ status: string; forSale: boolean; notes: string | null }> =>
  (await (await page.request.get(`/api/animals/${id}`)).json()) as never;

longTest(
  'a farmer with a phone marks an animal in withdrawal as sold only with a reason, from its card and in its form',
  async () => {
    const { page } = await openFarm({ viewport: phone });
    const id = await addTreated(page, 'W-1');
    await page.goto('/animals');
    const card = page.getByRole('article', { name: 'W-1' });
    await card.getByText(/^No meat or milk until (?:\w+, )?[A-Z][a-z]+ \d+/).waitFor();
    await expectAccessible(page);

    const asked = page.getByRole('dialog', { name: /W-1 is in withdrawal/ });
    const edit = page.getByRole('dialog', { name: /Edit W-1/ });
    await card.getByRole('button', { name: 'Edit W-1' }).click();
    await edit.getByLabel('Notes').fill('Limps a little');
    await edit.getByRole('radio', { name: 'Sold' }).click();
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await asked.getByText(/^No milk until/).waitFor();
    await asked.getByRole('button', { name: 'Save anyway' }).click();
    await asked.getByText('Say why').waitFor();
    await expectGoodLook(page);
    await page.goBack();
    await asked.waitFor({ state: 'hidden' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]')?.textContent ?? ''))
      .toContain('Edit');
    await expect.poll(() => edit.getByLabel('Notes').inputValue()).toBe('Limps a little');
    expect(await readAnimal(page, id)).toMatchObject({ status: 'active', notes: null });
    await edit.getByRole('button', { name: 'Cancel' }).click();

    await card.getByRole('button', { name: 'More: delete W-1' }).click();
    await page.getByRole('button', { name: 'Mark as sold' }).click();
    await asked.getByLabel('Reason').fill('For breeding, the buyer knows');
    await asked.getByRole('button', { name: 'Mark as sold' }).click();
    await toast(page, 'Animal updated successfully').waitFor();
    expect((await readAnimal(page, id)).status).toBe('sold');
    const sales = (await (await page.request.get(`/api/events?animalId=${id}&kind=sale`)).json()) as { reason: string }[];
    expect(sales.map(({ reason }) => reason)).toEqual(['For breeding, the buyer knows']);
  },
);

longTest('the sales table asks once for all animals in withdrawal, and the public listing tells the buyer', async () => {
  const { page } = await openFarm({ viewport: phone });
  const ids = [await addTreated(page, 'W-1'), await addTreated(page, 'W-2')];
  await page.goto('/animal-sells');
  for (const tag of ['W-1', 'W-2']) {
    await openSaleRow(page, tag);
    await page.getByRole('checkbox', { name: `For Sale ${tag}` }).click();
  }
  await page.getByRole('button', { name: 'Save Changes (2)' }).click();
  const asked = page.getByRole('dialog', { name: '2 animals are in withdrawal' });
  await asked
    .getByRole('listitem')
    .filter({ hasText: 'W-2' })
    .getByText(/No meat until/)
    .waitFor();
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('2 rows could not be saved').waitFor();
  expect((await readAnimal(page, ids[0]!)).forSale).toBe(false);
  await page.getByRole('button', { name: 'Save Changes (2)' }).click();
  await asked.getByLabel('Reason').fill('For breeding');
  await asked.getByRole('button', { name: 'Offer anyway' }).click();
  await toast(page, 'Animals updated successfully').waitFor();
  for (const id of ids) expect((await readAnimal(page, id)).forSale).toBe(true);
  await expectGoodLook(page);

  await page.goto(`/for-sale/${ids[0]}`);
  await page.getByText(/^Not for slaughter before [A-Z][a-z]+ \d+/).waitFor();
  await expectAccessible(page);
});

longTest('on a phone a swipe leads to the animal before and after, and neither scrolling nor the edge does', async () => {
  const { page } = await openFarm({ viewport: phone, hasTouch: true, isMobile: true });
  for (const tagNumber of ['B-1', 'B-2', 'B-3']) await post(page, 'animals', { tagNumber, species: 'goat', sex: 'female' });
  await page.goto('/animals');
  await page.getByRole('link', { name: /B-2/ }).tap();
  await page.getByText('2 of 3').waitFor();
  const session = await page.context().newCDPSession(page);
  const swipe = async (from: readonly [number, number], to: readonly [number, number]) => {
    const point = (part: number) => ({ x: from[0] + (to[0] - from[0]) * part, y: from[1] + (to[1] - from[1]) * part });
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point(0)] });
    for (const part of [0.25, 0.5, 0.75, 1])
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point(part)] });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await swipe([180, 500], [170, 300]);
  await swipe([24, 400], [250, 400]);
  await settled(page);
  await page.getByText('2 of 3').waitFor();
  await swipe([280, 400], [90, 410]);
  await page.getByText('3 of 3').waitFor();
  await page.getByRole('heading', { level: 1, name: /B-?3/ }).waitFor();
  for (const place of ['2 of 3', '1 of 3']) {
    await swipe([90, 400], [280, 400]);
    await page.getByText(place).waitFor();
  }
  // Back leads to the list, however many animals were looked at.
  await page.goBack();
  await page.waitForURL('/animals');
});
