import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktopFirst, expectAccessible, phone, setUpBrowser, expectGoodLook, touchPhone } from '#test/browser.ts';
import { addAnimal, get, read, record } from '#test/page-api.ts';
import { testPicture } from '#test/pictures.ts';
import { fill, press, see } from '#test/steps.ts';
import { Touches } from '#test/touches.ts';
import { openSaleRow, newPerson, registerByApi, toast } from '#test/ui-actions.ts';
import { longTest, sampledTest } from '#test/long-run.ts';

const { openPage, openFarm } = setUpBrowser();

sampledTest(desktopFirst)(
  'a farmer at %s weighs an animal from its card, corrects the weight, and undoes it',
  async (_, viewport) => {
    const { page } = await openFarm({ viewport });
    await addAnimal(page, 'MJ-02', { name: 'Maple', species: 'sheep' });
    await page.goto('/animals');
    await page.getByRole('link', { name: 'MJ-02' }).click();
    await see(page, 'Nothing is recorded yet.');
    const photo = { name: 'maple.png', mimeType: 'image/png', buffer: await testPicture().as('png') };
    await page.getByLabel('Photo', { exact: true }).setInputFiles(photo);
    await toast(page, 'Animal updated successfully').waitFor();
    await page.locator('main img').first().waitFor();

    await press(page, 'Weigh');
    const form = page.getByRole('dialog', { name: 'Weighing' });
    await fill(form, { 'Weight (lbs)': '148' });
    await expectAccessible(page);
    await press(form, 'Save');
    await toast(page, 'Recorded').waitFor();
    await see(page, 'Weight, today');

    await press(page.getByRole('article', { name: '148 lbs' }), 'Change');
    const change = page.getByRole('dialog', { name: 'Change: Weighing' });
    await expect.poll(() => change.getByLabel('Weight (lbs)').inputValue()).toBe('148');
    await fill(change, { 'Weight (lbs)': '84,5' });
    await press(change, 'Save change');
    await toast(page, 'Changed').waitFor();
    const corrected = page.getByRole('article', { name: '84.5 lbs' });
    await corrected.getByText('Changed once').click();
    await see(corrected.locator('del'), '148 lbs');
    await expectGoodLook(page);

    await press(corrected, 'Undo');
    await toast(page, 'Undone').waitFor();
    await see(page, 'Not weighed yet');
    expect(await page.getByRole('button', { name: /^Undo/ }).count()).toBe(0);
  },
);

test('a death is recorded with its cause by at most 4 touches', async () => {
  const page = await openPage(touchPhone);
  const touches = await Touches.on(page);
  await registerByApi(page, newPerson('ada'));
  await page.goto(`/animals/${await addAnimal(page, 'B-7')}`);
  const more = page.getByRole('main').getByRole('button', { name: 'More' });
  await more.waitFor();
  await touches.startAgain();
  await touches.tap(more);
  await touches.tap(page.getByRole('menuitem', { name: 'Death' }));
  await touches.tap(page.getByRole('dialog', { name: 'Death' }).getByRole('radio', { name: 'Predator' }));
  await touches.tap(page.getByRole('button', { name: 'Save' }));
  await see(page.getByRole('article', { name: 'Died' }), 'Predator');
  expect(await touches.count()).toBeLessThanOrEqual(4);
});

async function addTreated(page: Page, tagNumber: string): Promise<string> {
  const animalId = await addAnimal(page, tagNumber, { birthDate: '2024-03-01', salePrice: 200 });
  const withdrawals = ['meat', 'milk'].map((product) => ({ product, days: 14 }));
  await record(page, { kind: 'treatment', animalId, productName: 'Drench', withdrawals });
  return animalId;
}

interface Stored {
  readonly status: string;
  readonly forSale: boolean;
}

longTest(
  'a farmer with a phone offers animals in withdrawal, and marks one as sold, only with a reason, and buyers are told',
  async () => {
    const { page } = await openFarm({ viewport: phone });
    const ids = [await addTreated(page, 'W-1'), await addTreated(page, 'W-2')];
    const first = () => read<Stored>(page, `animals/${ids[0]}`);
    await page.goto('/animal-sells');
    for (const tag of ['W-1', 'W-2']) {
      await openSaleRow(page, tag);
      await page.getByRole('checkbox', { name: `For Sale ${tag}` }).click();
    }
    await press(page, 'Save Changes (2)');
    const both = page.getByRole('dialog', { name: '2 animals are in withdrawal' });
    await see(both.getByRole('listitem').filter({ hasText: 'W-2' }), /No meat until/);
    await expectAccessible(page);
    await press(both, 'Cancel');
    await see(page, '2 rows could not be saved');
    expect((await first()).forSale).toBe(false);
    await press(page, 'Save Changes (2)');
    await fill(both, { Reason: 'For breeding' });
    await press(both, 'Offer anyway');
    await toast(page, 'Animals updated successfully').waitFor();
    for (const id of ids) expect(await read(page, `animals/${id}`)).toMatchObject({ forSale: true });
    await expectGoodLook(page);
    await page.goto(`/for-sale/${ids[0]}`);
    await see(page, /^Not for slaughter before [A-Z][a-z]+ \d+/);
    await expectAccessible(page);

    await page.goto('/animals');
    const card = page.getByRole('article', { name: 'W-1' });
    await see(card, /^No meat or milk until (?:\w+, )?[A-Z][a-z]+ \d+/);
    await expectAccessible(page);
    const asked = page.getByRole('dialog', { name: /W-1 is in withdrawal/ });
    await press(card, 'More: delete W-1');
    await press(page, 'Mark as sold');
    await fill(asked, { Reason: 'For breeding, the buyer knows' });
    await press(asked, 'Mark as sold');
    await toast(page, 'Animal updated successfully').waitFor();
    expect((await first()).status).toBe('sold');
    const sales = await get<{ reason: string }>(page, `events?animalId=${ids[0]}&kind=sale`);
    expect(sales.map(({ reason }) => reason)).toEqual(['For breeding, the buyer knows']);

    await page.goto('/treatments');
    await see(page.getByRole('article', { name: 'Drench, W-2' }), /^No meat/);
    await expectGoodLook(page);
  },
);

longTest('on a phone a swipe leads to the animal before and after, and Back to the list', async () => {
  const { page } = await openFarm(touchPhone);
  for (const tag of ['B-1', 'B-2', 'B-3']) await addAnimal(page, tag);
  await page.goto('/animals');
  await page.getByRole('link', { name: /B-2/ }).tap();
  await see(page, '2 of 3');
  const session = await page.context().newCDPSession(page);
  const swipe = async (from: readonly [number, number], to: readonly [number, number]) => {
    const point = (part: number) => ({ x: from[0] + (to[0] - from[0]) * part, y: from[1] + (to[1] - from[1]) * part });
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point(0)] });
    for (const part of [0.25, 0.5, 0.75, 1])
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point(part)] });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await swipe([280, 400], [90, 410]);
  await page.getByRole('heading', { level: 1, name: /B-?3/ }).waitFor();
  for (const place of ['2 of 3', '1 of 3']) {
    await swipe([90, 400], [280, 400]);
    await see(page, place);
  }
  // Back leads to the list, however many animals were looked at.
  await page.goBack();
  await page.waitForURL('/animals');
});
