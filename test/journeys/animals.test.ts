import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import { calendarDateOf } from '#domain/values/calendar-date.ts';
import { expectAccessible, phone, phoneFirst, settled, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { get, post } from '#test/page-api.ts';
import { phonePhoto } from '#test/pictures.ts';
import { chooseGuestInBrowser, newPerson, registerInBrowser, toast } from '#test/ui-actions.ts';
import { longTest, sampledTest } from '#test/long-run.ts';

const { product, openPage, openFarm } = setUpBrowser();

sampledTest(phoneFirst)(
  'a new farmer at %s adds a first animal with its photo, changes it, finds it and deletes it',
  async (_, viewport) => {
    const page = await openPage({ viewport });
    await registerInBrowser(page, newPerson('ada'));
    await chooseGuestInBrowser(page);
    await page.getByText('No animals yet').waitFor();
    await page.getByRole('link', { name: 'Add Your First Animal' }).click();
    await page.getByRole('heading', { level: 1, name: 'Animals' }).waitFor();
    await page.getByRole('button', { name: 'Add Animal' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add Animal' });
    await dialog.getByRole('button', { name: 'Add Animal' }).click();
    await dialog.getByText('Tag number is required').waitFor();
    await expectGoodLook(page);
    await dialog.getByLabel('Tag number').fill('MJ-02');
    await dialog.getByLabel('Name').fill('Maple');
    await dialog.getByRole('radio', { name: 'Sheep' }).click();
    await dialog.getByRole('radio', { name: /Ewe/ }).click();
    await dialog.getByLabel('Birth date').fill('2023-03-14');
    await dialog.getByLabel('Breed').fill('Katahdin');
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'IMG_0042.JPG', mimeType: 'image/jpeg', buffer: await phonePhoto() });
    await toast(page, 'Image uploaded successfully').waitFor();
    await dialog.getByRole('button', { name: 'Add Animal' }).click();
    await toast(page, 'Animal added successfully').waitFor();
    await dialog.waitFor({ state: 'hidden' });

    const card = page.getByRole('article', { name: /MJ-02/ });
    for (const text of ['Maple', 'Sheep', 'Ewe', 'Katahdin', 'Active'])
      await card.getByText(text, { exact: true }).first().waitFor();
    const photo = card.locator('img');
    await expect.poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    await expectGoodLook(page);

    await card.getByRole('button', { name: /^Edit/ }).click();
    const editing = page.getByRole('dialog', { name: /Edit/ });
    await expect.poll(() => editing.getByLabel('Name').inputValue()).toBe('Maple');
    await editing.getByLabel('Name').fill('Maple Leaf');
    await editing.getByRole('switch', { name: 'For sale' }).click();
    await editing.getByLabel('Price ($)').fill('1250');
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await toast(page, 'Animal updated successfully').waitFor();
    await card.getByText('Maple Leaf').waitFor();
    await card.getByText('For Sale').waitFor();
    await card.getByText('$1,250').waitFor();

    const search = page.getByPlaceholder('Search by tag number, name, or breed...');
    await search.fill('boer');
    await page.getByText('No animals found').waitFor();
    await search.fill('kata');
    await card.waitFor();
    await search.fill('');
    await chooseFilter(page, 'Species', 'Goat');
    await page.getByText('No animals found').waitFor();
    await chooseFilter(page, 'Species', 'All Species');
    await card.waitFor();

    await card.getByRole('button', { name: /delete/ }).click();
    const question = page.getByRole('alertdialog');
    await question
      .getByText(
        'Are you sure you want to delete this animal? This action cannot be undone and will also delete all associated health and breeding records.',
      )
      .waitFor();
    await expectAccessible(page);
    // A double tap deletes once, and the second tap shows no error.
    await question.getByRole('button', { name: 'Delete', exact: true }).dblclick();
    await toast(page, 'Animal deleted successfully').waitFor();
    await card.waitFor({ state: 'hidden' });
  },
);

longTest('the limit of the plan is announced before and after it is reached, and the form stays filled in', async () => {
  const { page } = await openFarm();
  for (let head = 1; head <= 10; head += 1) {
    await post(page, 'animals', { tagNumber: `G-${head}`, species: 'goat', sex: 'female' });
  }
  await page.goto('/');
  await page.getByText('Animal limit reached').first().waitFor();
  await page.getByText('You have 10 of 10 active animals on Guest').first().waitFor();
  await page.goto('/animals');
  await page.getByRole('button', { name: 'Add Animal' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Animal' });
  await dialog.getByLabel('Tag number').fill('ONE-TOO-MANY');
  await dialog.getByRole('button', { name: 'Add Animal' }).click();
  await dialog.getByRole('alert').getByText('Animal limit reached').first().waitFor();
  expect(await dialog.getByLabel('Tag number').inputValue()).toBe('ONE-TOO-MANY');
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'Upgrade Plan' }).first().click();
  await page.waitForURL('/choose-plan');
});

longTest('ten thousand animals are listed, searched and scrolled without delay', async () => {
  const { page, person } = await openFarm();
  await product().addHerd(person.username, 10_000);
  await page.goto('/animals');
  await page.getByText('Showing 10,000 of 10,000').waitFor();
  // The cards are shown first; rows are one tap away.
  await page.getByRole('article', { name: /T-0/ }).first().waitFor();
  await page.getByRole('button', { name: 'Rows' }).click();
  await page.getByRole('row', { name: /T-0/ }).first().waitFor();
  expect(await page.getByRole('row').count()).toBeLessThan(200);
  const search = page.getByPlaceholder('Search by tag number, name, or breed...');
  await search.pressSequentially('T-09999');
  await page.getByText('Showing 1 of 10,000').waitFor();
  const row = page.getByRole('row', { name: /T-09999/ });
  await row.waitFor();
  // Rows are sorted and chosen; this device remembers the view.
  await search.fill('');
  await page.getByRole('button', { name: 'Tag', exact: true }).click();
  await row.getByRole('checkbox').check();
  await page.getByText('1 selected').waitFor();
  await page.getByRole('button', { name: 'Cards' }).click();
  const card = page.getByRole('article', { name: /T-0/ }).first();
  await card.getByRole('button', { name: /^Edit/ }).waitFor();
  await page.reload();
  await card.waitFor();
  expect(await page.getByRole('article').count()).toBeLessThan(200);
});

longTest('on a phone 2,082 head are looked over in at most 240 screens, and what is chosen is worked with', async () => {
  const { page, person } = await openFarm({ viewport: phone, hasTouch: true });
  await product().addHerd(person.username, 2082);
  const herd = await get<{ id: string }>(page, 'animals?limit=2');
  const group = await post(page, 'groups', { name: 'Dry does' });
  const events = herd.map(({ id }) => ({
    id: crypto.randomUUID(),
    animalId: id,
    kind: 'move',
    day: calendarDateOf(new Date()),
    groupId: group.id,
  }));
  await post(page, 'events', { events });
  await page.goto('/animals');
  await page.getByRole('button', { name: 'Rows' }).tap();
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
  await page.getByText('1 selected').waitFor();
  const boxesToTick = page.getByRole('checkbox', { name: /T-0\d/ });
  await boxesToTick.nth(9).tap();
  await page.getByText('2 selected').waitFor();
  await expectGoodLook(page);
  await page.goBack();
  await row.first().waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole('button', { name: 'Select' }).tap();
  await page.getByRole('button', { name: 'All 2,082' }).tap();
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

longTest(
  'on a desktop N records beside the list, Enter goes on to the next of those that are chosen, J and K go to and fro, and Escape leaves',
  async () => {
    const { page, person } = await openFarm({ isIntercepted: true });
    await product().addHerd(person.username, 40);
    await page.goto('/animals');
    await page.getByRole('button', { name: 'Rows' }).click();
    await settled(page);
    for (const tag of ['T-00003', 'T-00001'])
      await page
        .getByRole('row', { name: new RegExp(tag) })
        .getByRole('checkbox')
        .check();
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
    // Who does not see the form yet presses N again.
    await asked.promise;
    await page.keyboard.press('n');
    form.resolve();
    for (const [tag, weight, place] of [
      ['T-00001', '61', '1 of 2'],
      ['T-00003', '72', '2 of 2'],
    ] as const) {
      await panel.getByText(tag).waitFor();
      await panel.getByText(place).waitFor();
      await expect.poll(() => panel.getByLabel('Weight (lbs)').evaluate((field) => field === document.activeElement)).toBe(true);
      if (place === '1 of 2') await expectAccessible(page);
      await page.keyboard.type(weight);
      // J and K go to another animal and back, and what was typed is still there.
      await page.keyboard.press('j');
      await panel.getByText(place === '1 of 2' ? '2 of 2' : '1 of 2').waitFor();
      await page.keyboard.press('k');
      await panel.getByText(place).waitFor();
      expect(await panel.getByLabel('Weight (lbs)').inputValue()).toBe(weight);
      await page.keyboard.press('Enter');
      await toast(page, 'Recorded').getByText(tag).waitFor();
    }
    await panel.waitFor({ state: 'hidden' });
    await page
      .getByRole('row', { name: /T-00003/ })
      .getByText('72')
      .waitFor();
    await page.keyboard.press('n');
    await panel.waitFor();
    await panel.getByText(/^Last 61 lbs on/).waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await page.goto('/reports');
    await expect.poll(pressN, { interval: 500 }).toBe(true);
    await panel.getByRole('button', { name: 'Weigh' }).waitFor();
  },
);

async function chooseFilter(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
