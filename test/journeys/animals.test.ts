// @module-tag long
import { expect, test } from 'vitest';
import { phone, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { get, post, record } from '#test/page-api.ts';
import { press, see, seeButton, tap } from '#test/steps.ts';

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

test('on a phone rows of 2,082 head are chosen and worked with, and the parts of the herd looked at', async () => {
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
