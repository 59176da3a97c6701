// @module-tag long
import { expect, test } from 'vitest';
import { expectAccessible, phone, settled, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { get, post, record } from '#test/page-api.ts';
import { press, see, seeButton, tap } from '#test/steps.ts';
import { toast } from '#test/ui-actions.ts';

const { product, openFarm } = setUpBrowser();

test('ten thousand animals are listed, searched and scrolled without delay', async () => {
  const { page, person } = await openFarm();
  await product().addHerd(person.username, 10_000);
  await page.goto('/animals');
  await see(page, 'Showing 10,000 of 10,000');
  // The cards are shown first; rows are one tap away.
  await page.getByRole('article', { name: /T-0/ }).first().waitFor();
  await press(page, 'Rows');
  await page.getByRole('row', { name: /T-0/ }).first().waitFor();
  expect(await page.getByRole('row').count()).toBeLessThan(200);
  const search = page.getByPlaceholder('Search by tag number, name, or breed...');
  await search.pressSequentially('T-09999');
  await see(page, 'Showing 1 of 10,000');
  // Rows are sorted and chosen; this device remembers the view.
  await search.fill('');
  await press(page, /^Tag$/);
  await page
    .getByRole('row', { name: /T-09999/ })
    .getByRole('checkbox')
    .check();
  await see(page, '1 selected');
  await press(page, 'Cards');
  const card = page.getByRole('article', { name: /T-0/ }).first();
  await seeButton(card, /^Edit/);
  await page.reload();
  await card.waitFor();
  expect(await page.getByRole('article').count()).toBeLessThan(200);
});

test('on a phone 2,082 head are looked over in at most 240 screens, and what is chosen is worked with', async () => {
  const { page, person } = await openFarm({ viewport: phone, hasTouch: true });
  await product().addHerd(person.username, 2082);
  const herd = await get<{ id: string }>(page, 'animals?limit=2');
  const group = await post(page, 'groups', { name: 'Dry does' });
  await record(page, ...herd.map(({ id }) => ({ animalId: id, kind: 'move', groupId: group.id })));
  await page.goto('/animals');
  await tap(page, 'Rows');
  const row = page.getByRole('link', { name: /T-0\d/ });
  await row.first().waitFor();
  await expectGoodLook(page);
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.evaluate(() => scrollTo(0, 1000));
  const bar = await page.getByRole('navigation', { name: 'Shortcuts' }).boundingBox();
  const search = await page.getByPlaceholder(/^Search by tag/).boundingBox();
  const [top, bottom] = [(search?.y ?? 0) + (search?.height ?? 0), bar?.y ?? 0];
  const screens = Math.ceil(whole / (bottom - top));
  console.log(`2,082 head in ${screens} screens of ${phone.width} x ${phone.height}`);
  expect(screens).toBeLessThanOrEqual(240);
  const boxes = await Promise.all((await row.all()).map((one) => one.boundingBox()));
  expect(boxes.every((box) => box?.height === 64)).toBe(true);
  // What touches the edge of the window is read when half of it is there.
  const seen = boxes.filter((box) => box && box.y + 32 > top && box.y + 32 < bottom);
  expect(seen.length).toBeGreaterThanOrEqual(9);

  await row.nth(8).dispatchEvent('pointerdown', { pointerType: 'touch', bubbles: true });
  await see(page, '1 selected');
  const boxesToTick = page.getByRole('checkbox', { name: /T-0\d/ });
  await boxesToTick.nth(9).tap();
  await page.getByText('2 selected').waitFor();
  await expectGoodLook(page);
  await page.goBack();
  await row.first().waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await tap(page, 'Select', 'All 2,082');
  await page.getByRole('link', { name: 'Move' }).tap();
  await page.getByRole('radio', { name: /^Chosen 2,082/ }).waitFor();
  await page.goBack();

  const parts = page.getByRole('navigation', { name: 'Parts of the herd' });
  await parts.getByRole('link', { name: 'Dry does 2' }).tap();
  await page.getByText('Showing 2 of 2,082').waitFor();
  await expect.poll(() => row.count()).toBe(2);
  await page.reload();
  await page.getByText('Showing 2 of 2,082').waitFor();
  await expectGoodLook(page);
  await row.first().tap();
  await page.getByText('1 of 2', { exact: true }).waitFor();
  await page.goBack();
  await parts.getByRole('link', { name: 'All', exact: true }).tap();
  await page.getByText('Showing 2,082 of 2,082').waitFor();
});

test('on a desktop N records beside the list, Enter goes on to the next of those that are chosen, J and K go to and fro, and Escape leaves', async () => {
  const { page, person } = await openFarm({ isIntercepted: true });
  await product().addHerd(person.username, 40);
  await page.goto('/animals');
  await page.getByRole('button', { name: 'Rows' }).click();
  await settled(page);
  const rowOf = (tag: string) => page.getByRole('row', { name: new RegExp(tag) });
  for (const tag of ['T-00003', 'T-00001']) await rowOf(tag).getByRole('checkbox').check();
  const panel = page.getByRole('dialog', { name: 'Record' });
  // The code that listens for it comes after what is shown.
  const pressN = async () => {
    if (!(await panel.isVisible())) await page.keyboard.press('n');
    return panel.isVisible();
  };
  const [asked, form] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/event-form-[\w-]+\.js$/, async (route) => {
    asked.resolve();
    await form.promise;
    await route.continue();
  });
  await expect.poll(pressN, { interval: 500 }).toBe(true);
  await asked.promise;
  await page.keyboard.press('n');
  form.resolve();
  for (const [tag, weight, place] of [
    ['T-00001', '61', '1 of 2'],
    ['T-00003', '72', '2 of 2'],
  ] as const) {
    await see(panel, tag, place);
    await expect.poll(() => panel.getByLabel('Weight (lbs)').evaluate((field) => field === document.activeElement)).toBe(true);
    if (place === '1 of 2') await expectAccessible(page);
    await page.keyboard.type(weight);
    // J and K go to another animal and back, and what was typed is still there.
    await page.keyboard.press('j');
    await see(panel, place === '1 of 2' ? '2 of 2' : '1 of 2');
    await page.keyboard.press('k');
    await see(panel, place);
    expect(await panel.getByLabel('Weight (lbs)').inputValue()).toBe(weight);
    await page.keyboard.press('Enter');
    await see(toast(page, 'Recorded'), tag);
  }
  await panel.waitFor({ state: 'hidden' });
  await see(rowOf('T-00003'), '72');
  await page.keyboard.press('n');
  await panel.waitFor();
  await panel.getByText(/^Last 61 lbs on/).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await page.goto('/reports');
  await expect.poll(pressN, { interval: 500 }).toBe(true);
  await panel.getByRole('button', { name: 'Weigh' }).waitFor();
});
