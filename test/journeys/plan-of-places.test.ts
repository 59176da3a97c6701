// @module-tag long
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktop, expectAccessible, phone, phoneWithoutSignal, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { get, patch, post } from '#test/page-api.ts';
import { testPicture } from '#test/pictures.ts';
import { toast } from '#test/ui-actions.ts';

const { openFarm } = setUpBrowser();

interface StoredPlace {
  readonly name: string;
  readonly outline: readonly { readonly x: number; readonly y: number }[];
}

const outlineOf = async (page: Page, name: string): Promise<StoredPlace['outline']> =>
  (await get<StoredPlace>(page, 'places')).find((place) => place.name === name)?.outline ?? [];

const square = (left: number, top: number, side: number): StoredPlace['outline'] => [
  { x: left, y: top },
  { x: left + side, y: top },
  { x: left + side, y: top + side },
  { x: left, y: top + side },
];

const paper = (page: Page): Locator => page.getByRole('main').locator('form, section').locator('[style*="aspect-ratio"]');

/** A share of the plan's width and height, as a point of the window. */
async function pointOf(page: Page, across: number, down: number): Promise<[number, number]> {
  const box = await paper(page).boundingBox();
  if (!box) throw new Error('The plan is not shown');
  return [box.x + box.width * across, box.y + box.height * down];
}

const touch = async (page: Page, across: number, down: number): Promise<void> =>
  page.touchscreen.tap(...(await pointOf(page, across, down)));

/** Within a finger's reach of where it was touched. */
function expectNear(outline: StoredPlace['outline'], corners: readonly (readonly [number, number])[]): void {
  expect(outline).toHaveLength(corners.length);
  for (const [index, [x, y]] of corners.entries()) {
    expect(Math.abs((outline[index]?.x ?? 0) - x), `corner ${index + 1}`).toBeLessThan(150);
    expect(Math.abs((outline[index]?.y ?? 0) - y), `corner ${index + 1}`).toBeLessThan(150);
  }
}

test('on a phone a place is drawn by touching its corners, over a picture, and both are there without signal', async () => {
  const { page } = await openFarm(phoneWithoutSignal);
  const { id: mill } = await post(page, 'places', { name: 'Mill Field', restDays: 30 });
  await post(page, 'places', { name: 'Hill' });
  const { id: animalId } = await post(page, 'animals', { tagNumber: 'E-1', species: 'sheep', sex: 'female' });
  await post(page, 'events', {
    events: [{ id: crypto.randomUUID(), kind: 'move', animalId, day: '2026-01-05', placeId: mill }],
  });
  await page.goto('/places');
  await page.getByRole('link', { name: 'Plan', exact: true }).tap();
  await page.waitForURL('/places?show=plan');
  await page.getByRole('link', { name: 'Draw Mill Field' }).tap();
  await page.getByRole('heading', { name: 'Outline of Mill Field' }).waitFor();
  await touch(page, 0.1, 0.1);
  await touch(page, 0.6, 0.1);
  await page.getByText('2 corners. Touch the next one.').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).tap();
  await page.getByText('An outline has at least three corners').waitFor();
  await touch(page, 0.1, 0.6);
  await touch(page, 0.6, 0.6);
  await page.getByText(/^Lines of the outline cross/).waitFor();
  await page.getByRole('button', { name: 'Remove the last corner' }).tap();
  await page.getByRole('button', { name: 'Remove the last corner' }).tap();
  await touch(page, 0.6, 0.6);
  await touch(page, 0.1, 0.7);
  // The third corner is dragged.
  const cdp = await page.context().newCDPSession(page);
  const drag = async (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: [number, number]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] });
  await drag('touchStart', await pointOf(page, 0.61, 0.6));
  await drag('touchMove', await pointOf(page, 0.66, 0.65));
  await drag('touchMove', await pointOf(page, 0.71, 0.7));
  await drag('touchEnd');
  await expectGoodLook(page);
  await page.getByRole('button', { name: 'Save', exact: true }).tap();
  await toast(page, 'Outline saved').waitFor();
  await page.waitForURL('/places?show=plan');
  const place = page.getByRole('button', { name: /^Mill Field, 1 animal, grazed for \d+ days$/ });
  await place.waitFor();
  await expect.poll(async () => (await outlineOf(page, 'Mill Field')).length).toBe(4);
  expectNear(await outlineOf(page, 'Mill Field'), [
    [1000, 1000],
    [6000, 1000],
    [7000, 7000],
    [1000, 7000],
  ]);

  await page.getByLabel('Add a picture').setInputFiles({
    name: 'plan.jpg',
    mimeType: 'image/jpeg',
    buffer: await testPicture(800, 600).as('jpeg'),
  });
  await toast(page, 'Picture added to the plan').waitFor();
  const isPainted = () =>
    paper(page)
      .locator('img')
      .evaluate((image) => (image as HTMLImageElement).complete && (image as HTMLImageElement).naturalWidth === 800);
  await expect.poll(isPainted).toBe(true);
  const box = await paper(page).boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(4 / 3, 1);
  await expectGoodLook(page);

  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined);
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  await page.reload();
  await expect.poll(isPainted).toBe(true);
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await place.waitFor();
  await expect.poll(isPainted).toBe(true);
  await page.getByRole('link', { name: 'Draw Hill' }).tap();
  await page.getByRole('heading', { name: 'Outline of Hill' }).waitFor();
  for (const [across, down] of [
    [0.75, 0.1],
    [0.95, 0.1],
    [0.95, 0.8],
  ] as const)
    await touch(page, across, down);
  await page.getByRole('button', { name: 'Save', exact: true }).tap();
  await page.getByRole('button', { name: 'Hill, Empty' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Hill, Empty' }).waitFor();
  expect(await page.getByRole('heading', { name: /^Not on the plan/ }).count()).toBe(0);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  await expect.poll(async () => (await outlineOf(page, 'Hill')).length).toBe(3);
});

test('pressing a place opens what its row shows, from where animals are moved there and the outline is changed', async () => {
  const { page } = await openFarm({ viewport: phone, hasTouch: true, isMobile: true });
  const { id: field } = await post(page, 'places', { name: 'Field', outline: square(500, 500, 9000), note: 'Gate is broken' });
  await post(page, 'places', { name: 'Pen', outline: square(4800, 4800, 300) });
  const { id: archived } = await post(page, 'places', { name: 'Old Yard', outline: square(0, 0, 400) });
  await patch(page, `places/${archived}`, { isArchived: true });
  await post(page, 'animals', { tagNumber: 'E-1', species: 'sheep', sex: 'female' });
  await page.goto('/places?show=plan');
  await page.getByRole('button', { name: 'Field, Empty' }).waitFor();
  expect(await page.getByRole('button', { name: /^Old Yard/ }).count()).toBe(0);
  await touch(page, 0.2, 0.2);
  const dialog = page.getByRole('dialog', { name: 'Field' });
  await dialog.getByText('Gate is broken').waitFor();
  await dialog.getByRole('button', { name: 'Move animals here' }).tap();
  const move = page.getByRole('dialog', { name: 'Move animals' });
  await move.getByText('E-1').tap();
  await move.getByRole('button', { name: 'Move', exact: true }).tap();
  await dialog.getByText(/^1 animal/).waitFor();
  await dialog.getByRole('link', { name: 'E-1' }).waitFor();
  await expectAccessible(page);
  await page.goBack();
  await dialog.waitFor({ state: 'hidden' });
  await page.waitForURL('/places?show=plan');

  // The pen is ten pixels wide and lies inside the field.
  await touch(page, 0.495, 0.495);
  await page.getByRole('dialog', { name: 'Pen' }).getByRole('link', { name: 'Change the outline' }).tap();
  await page.getByRole('heading', { name: 'Outline of Pen' }).waitFor();
  const offMiddle = () =>
    paper(page).evaluate((plan) => {
      const [inner, outer] = [plan.getBoundingClientRect(), plan.parentElement!.getBoundingClientRect()];
      return Math.round(
        Math.hypot(
          inner.x + inner.width / 2 - outer.x - outer.width / 2,
          inner.y + inner.height / 2 - outer.y - outer.height / 2,
        ),
      );
    });
  for (const width of [2, 4]) {
    await page.getByRole('button', { name: 'Larger' }).tap();
    await expect.poll(() => paper(page).evaluate((plan) => plan.style.width)).toBe(`${width}00%`);
    expect(await offMiddle(), 'pixels from the middle of the plan to that of its view').toBeLessThan(5);
  }
  await page.getByRole('button', { name: 'Start again' }).tap();
  await page.goBack();
  await page.getByRole('button', { name: 'Pen, Empty' }).waitFor();
  expect(await outlineOf(page, 'Pen')).toHaveLength(4);
  await page.goto(`/places?show=plan&draw=${field}`);
  await page.getByRole('button', { name: 'Take off the plan' }).tap();
  await toast(page, 'Taken off the plan').waitFor();
  await page.getByRole('link', { name: 'Draw Field' }).waitFor();
  await toast(page, 'Taken off the plan').getByRole('button', { name: 'Undo' }).tap();
  await page.getByRole('button', { name: 'Field, 1 animal, grazed for 1 day' }).waitFor();
  expect(await outlineOf(page, 'Field')).toEqual(square(500, 500, 9000));
});

test('with the keyboard alone a place is drawn, and an outline that somebody else has drawn meanwhile is not overwritten', async () => {
  const { page } = await openFarm({ viewport: desktop, expected: /409/ });
  const { id } = await post(page, 'places', { name: 'Hill' });
  await page.goto('/places?show=plan');
  await page.getByRole('link', { name: 'Draw Hill' }).press('Enter');
  await page.getByRole('heading', { name: 'Outline of Hill' }).waitFor();
  const add = page.getByRole('button', { name: 'Add a corner' });
  const presses = { ArrowUp: 20, ArrowLeft: 30, ArrowDown: 25 } as const;
  for (const [index, [key, times]] of Object.entries(presses).entries()) {
    await add.press('Enter');
    await page.getByRole('button', { name: `Corner ${index + 1}, ` }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-corner'))).toBe(String(index));
    for (let press = 0; press < times; press += 1) await page.keyboard.press(key);
  }
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByRole('button', { name: 'Corner 3, 40 % from the left, 55 % from the top' }).waitFor();
  await expectAccessible(page);

  await patch(page, `places/${id}`, { outline: square(0, 0, 500), note: 'Stony' });
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  const conflict = page.getByRole('alert').filter({ hasText: 'This outline has been changed elsewhere' });
  await conflict.getByText('4 corners').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Hill, Empty' }).waitFor();
  expect(await outlineOf(page, 'Hill')).toEqual([
    { x: 5000, y: 3000 },
    { x: 3000, y: 3000 },
    { x: 4010, y: 5500 },
  ]);
});
