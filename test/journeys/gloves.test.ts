// @module-tag long
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { workNames } from '#domain/records/works.ts';
import { expectLegibleOutdoors, setUpBrowser, touchPhone } from '#test/browser.ts';
import { addAnimal, post, record } from '#test/page-api.ts';
import { daysAgo, tap, today } from '#test/steps.ts';

const { openFarm } = setUpBrowser();

/**
 * Controls that are smaller than 48 pixels, with what extends them: their label, or an area around them that takes touches too. Links
 * within a sentence are left out, and what is not on the screen.
 */
const smallControls = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const least = 48;
    const controls =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=radio], [role=checkbox], [role=tab], [role=switch], [role=option], [role=menuitem]';
    const outside = (style: CSSStyleDeclaration, ...sides: readonly ('top' | 'bottom' | 'left' | 'right')[]): number =>
      style.content === 'none' || style.position !== 'absolute'
        ? 0
        : sides.reduce((sum, side) => sum + Math.max(-Number.parseFloat(style[side]) || 0, 0), 0);
    const isTouched = (element: Element): boolean => {
      const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1 || bottom <= 0 || right <= 0 || left >= innerWidth) return false;
      const isSentence = element.matches('a') && getComputedStyle(element).display === 'inline';
      // What is for screen readers is clipped until it has the focus.
      const isShown =
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        getComputedStyle(element).clipPath === 'none';
      return (
        isShown &&
        !isSentence &&
        top < document.documentElement.scrollHeight &&
        element.closest('[inert], [aria-hidden=true]') === null
      );
    };
    return [...document.querySelectorAll(controls)].filter(isTouched).flatMap((element) => {
      const area = (element.closest('label') ?? element).getBoundingClientRect();
      const after = getComputedStyle(element, '::after');
      const [width, height] = [area.width + outside(after, 'left', 'right'), area.height + outside(after, 'top', 'bottom')];
      if (width > least - 0.5 && height > least - 0.5) return [];
      const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
      return `${element.tagName.toLowerCase()} '${name}' ${Math.round(width)} × ${Math.round(height)}`;
    });
  });

test('on a touch screen every control of the screens used in the barn is at least 48 pixels wide and high, and its text is legible in sunlight', async () => {
  const { page } = await openFarm(touchPhone);
  const sheep = { species: 'sheep', birthDate: '2022-03-01' };
  const fatherId = await addAnimal(page, 'R-2', { ...sheep, sex: 'male', name: 'Samson' });
  const [ewe, other] = [await addAnimal(page, '4-0870', { ...sheep, name: 'Juniper' }), await addAnimal(page, '4-0871', sheep)];
  await post(page, 'breeding-records', { fatherId, motherId: ewe, breedingDate: daysAgo(147) });
  await post(page, 'breeding-records', { fatherId, motherId: other, breedingDate: daysAgo(60) });
  const { id: pen } = await post(page, 'places', { name: 'Pen 2' });
  await post(page, 'products', { name: 'Dewormer', kind: 'dewormer' });
  const lamb = { id: crypto.randomUUID(), sex: 'female', state: 'alive', tagNumber: 'L-1' };
  await record(page, { kind: 'birth', animalId: other, young: [lamb] });
  await post(page, 'chores', { name: 'Fill the hay racks', day: today });

  const found: string[] = [];
  const measure = async (screen: string) => {
    const small = await smallControls(page);
    found.push(...small.map((control) => `${screen}: ${control}`));
    await expectLegibleOutdoors(page);
  };
  const open = async (path: string, ready: string) => {
    await page.goto(path);
    await page.locator('#main').getByText(ready).first().waitFor();
    await measure(path);
  };
  await open('/', 'Fill the hay racks');
  await page.locator('summary').first().click();
  await measure('Today, a line opened');
  await open('/births', '4-0870');
  await open('/births?show=born', 'Colostrum');
  await open(`/births/new?dam=${ewe}`, 'How many');
  await page.getByRole('radiogroup', { name: 'How many' }).getByRole('radio', { name: '2' }).tap();
  await page.getByRole('group', { name: 'Lamb 1' }).getByRole('radio', { name: 'Ewe' }).tap();
  await measure('the pad of a birth');
  await open('/births/new', 'Record birth');
  await open('/work', 'Weigh');
  for (const work of workNames) await open(`/work/new?do=${work}`, 'Which animals');
  await open(`/animals/${ewe}`, 'Juniper');
  await tap(page, /^Weigh$/);
  await page.getByRole('dialog').waitFor();
  await measure('recording a weight');
  await page.keyboard.press('Escape');
  await open('/animals', '4-0871');
  await open('/products', 'Dewormer');
  await open('/places?show=plan', 'Not on the plan');
  await open(`/places?show=plan&draw=${pen}`, 'Touch the plan at a corner');
  await tap(page, 'Add a corner');
  await measure('drawing a place');
  await open('/treatments', 'Treatment');
  await page.goto('/work/new?do=weigh');
  await page.getByRole('radiogroup', { name: 'Which animals' }).getByRole('radio').first().tap();
  await tap(page, /^Begin /);
  await page.getByRole('group', { name: 'Numbers' }).waitFor();
  await measure('whom to weigh next');
  await tap(page, /^4-0870/);
  await page.getByLabel('Weight in lbs').waitFor();
  await measure('weighing');
  await page.getByRole('button', { name: 'Find' }).first().tap();
  await page.getByRole('dialog').waitFor();
  await measure('Find');
  expect([...new Set(found)]).toEqual([]);
});
