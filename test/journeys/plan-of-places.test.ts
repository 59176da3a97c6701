// @module-tag long
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktop, expectAccessible, phoneWithoutSignal, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { addAnimal, get, patch, post, record } from '#test/page-api.ts';
import { testPicture } from '#test/pictures.ts';
import { findSignal, loseSignal, saved, see, seeButton, tap } from '#test/steps.ts';
import { toast } from '#test/ui-actions.ts';

const { openFarm } = setUpBrowser();

type Outline = readonly { readonly x: number; readonly y: number }[];

const outlineOf = async (page: Page, name: string): Promise<Outline> =>
  (await get<{ name: string; outline: Outline }>(page, 'places')).find((place) => place.name === name)?.outline ?? [];

const square = (left: number, top: number, side: number): Outline => [
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

async function touch(page: Page, ...points: readonly (readonly [across: number, down: number])[]): Promise<void> {
  for (const point of points) await page.touchscreen.tap(...(await pointOf(page, ...point)));
}

const seeTitle = (page: Page, name: string) => page.getByRole('heading', { name: `Outline of ${name}` }).waitFor();

test('on a phone a place is drawn by touching its corners, over a picture, and both are there without signal', async () => {
  const { page } = await openFarm(phoneWithoutSignal);
  const { id: mill } = await post(page, 'places', { name: 'Mill Field', restDays: 30 });
  await post(page, 'places', { name: 'Hill' });
  const animalId = await addAnimal(page, 'E-1', { species: 'sheep' });
  await record(page, { kind: 'move', animalId, day: '2026-01-05', placeId: mill });
  await page.goto('/places');
  await page.getByRole('link', { name: 'Plan', exact: true }).tap();
  await page.waitForURL('/places?show=plan');
  await page.getByRole('link', { name: 'Draw Mill Field' }).tap();
  await seeTitle(page, 'Mill Field');
  await touch(page, [0.1, 0.1], [0.6, 0.1]);
  await see(page, '2 corners. Touch the next one.');
  await tap(page, /^Save$/);
  await see(page, 'An outline has at least three corners');
  await touch(page, [0.1, 0.6], [0.6, 0.6]);
  await see(page, /^Lines of the outline cross/);
  for (const _ of [4, 3]) await tap(page, 'Remove the last corner');
  await touch(page, [0.6, 0.6], [0.1, 0.7]);
  // The third corner is dragged.
  const cdp = await page.context().newCDPSession(page);
  const drag = async (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: readonly [number, number][]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at.map(([x, y]) => ({ x, y })) });
  await drag('touchStart', await pointOf(page, 0.61, 0.6));
  await drag('touchMove', await pointOf(page, 0.66, 0.65));
  await drag('touchMove', await pointOf(page, 0.71, 0.7));
  await drag('touchEnd');
  await expectGoodLook(page);
  await tap(page, /^Save$/);
  await toast(page, 'Outline saved').waitFor();
  await page.waitForURL('/places?show=plan');
  const place = page.getByRole('button', { name: /^Mill Field, 1 animal, grazed for \d+ days$/ });
  await place.waitFor();
  await expect.poll(() => outlineOf(page, 'Mill Field')).toHaveLength(4);
  // Within a finger's reach of where it was touched.
  const corners = (await outlineOf(page, 'Mill Field')).flatMap(({ x, y }) => [x, y]);
  const touched = [1000, 1000, 6000, 1000, 7000, 7000, 1000, 7000];
  expect(Math.max(...corners.map((each, at) => Math.abs(each - touched[at]!)))).toBeLessThan(150);

  const picture = { name: 'plan.jpg', mimeType: 'image/jpeg', buffer: await testPicture(800, 600).as('jpeg') };
  await page.getByLabel('Add a picture').setInputFiles(picture);
  await toast(page, 'Picture added to the plan').waitFor();
  const image = paper(page).locator('img');
  const isPainted = () => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth === 800);
  await expect.poll(isPainted).toBe(true);
  await expectGoodLook(page);

  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined);
  await saved(page);
  await page.reload();
  await expect.poll(isPainted).toBe(true);
  await loseSignal(page);
  await page.reload();
  await place.waitFor();
  await expect.poll(isPainted).toBe(true);
  await page.getByRole('link', { name: 'Draw Hill' }).tap();
  await seeTitle(page, 'Hill');
  await touch(page, [0.75, 0.1], [0.95, 0.1], [0.95, 0.8]);
  await tap(page, /^Save$/);
  await seeButton(page, 'Hill, Empty');
  await page.reload();
  await seeButton(page, 'Hill, Empty');
  expect(await page.getByRole('heading', { name: /^Not on the plan/ }).count()).toBe(0);
  await findSignal(page);
  await expect.poll(() => outlineOf(page, 'Hill')).toHaveLength(3);
});

test('with the keyboard alone a place is drawn, and an outline that somebody else has drawn meanwhile is not overwritten', async () => {
  const { page } = await openFarm({ viewport: desktop, expected: /409/ });
  const { id } = await post(page, 'places', { name: 'Hill' });
  await page.goto('/places?show=plan');
  await page.getByRole('link', { name: 'Draw Hill' }).press('Enter');
  await seeTitle(page, 'Hill');
  const presses = { ArrowUp: 20, ArrowLeft: 30, ArrowDown: 25 } as const;
  for (const [index, [key, times]] of Object.entries(presses).entries()) {
    await page.getByRole('button', { name: 'Add a corner' }).press('Enter');
    await seeButton(page, `Corner ${index + 1}, `);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-corner'))).toBe(String(index));
    for (let press = 0; press < times; press += 1) await page.keyboard.press(key);
  }
  await page.keyboard.press('Shift+ArrowRight');
  await seeButton(page, 'Corner 3, 40 % from the left, 55 % from the top');
  await expectAccessible(page);

  await patch(page, `places/${id}`, { outline: square(0, 0, 500), note: 'Stony' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.press('Enter');
  const conflict = page.getByRole('alert').filter({ hasText: 'This outline has been changed elsewhere' });
  await see(conflict, '4 corners');
  await expectAccessible(page);
  await save.press('Enter');
  await seeButton(page, 'Hill, Empty');
  expect((await outlineOf(page, 'Hill')).map(({ x, y }) => `${x} ${y}`)).toEqual(['5000 3000', '3000 3000', '4010 5500']);
});
