// @module-tag long
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktop, expectAccessible, setUpBrowser, expectGoodLook, touchPhone } from '#test/browser.ts';
import { addAnimal, get, record } from '#test/page-api.ts';
import { press, see, seeButton, tap, tapKeys } from '#test/steps.ts';
import { newPerson, registerByApi, toast } from '#test/ui-actions.ts';

const { openPage } = setUpBrowser();

const eid = '826071339300045';

/** Registers a farm; the id of the first of its animals. */
async function farmOfThree(page: Page): Promise<string> {
  await registerByApi(page, newPerson('ada'));
  const born = { birthDate: '2024-03-01' };
  const first = await addAnimal(page, 'G25-033', { ...born, name: 'Marigold' });
  await addAnimal(page, 'S24-133', { ...born, name: 'Teasel' });
  const dead = await addAnimal(page, 'G23-330', { ...born, name: 'Bryony' });
  await record(page, { kind: 'death', animalId: dead, day: '2026-11-12' });
  return first;
}

const finder = (page: Page) => page.getByRole('dialog', { name: 'Find' });
const rowOf = (page: Page, name: string | RegExp) => finder(page).getByRole('gridcell', { name });

/** As a reader does that is connected as a keyboard: a key every eight milliseconds, however busy this machine is. */
async function scan(page: Page, digits: string) {
  const client = await page.context().newCDPSession(page);
  const start = Date.now() / 1000;
  const keys = [...Array.from(digits, (key) => ({ key, text: key })), { key: 'Enter', text: '\r' }];
  const hit = ({ key, text }: (typeof keys)[number], index: number) =>
    client.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text, timestamp: start + index * 0.008 });
  await Promise.all(keys.map(hit));
  await client.detach();
}

test('with the keys alone an animal is found and weighed', async () => {
  const page = await openPage({ viewport: desktop });
  await farmOfThree(page);
  await page.goto('/');
  await seeButton(page, /^Find/);
  await page.keyboard.press('/');
  await rowOf(page, 'Record birth').waitFor();
  await page.keyboard.type('33');
  await rowOf(page, /G25-033/).waitFor();
  // What is typed appears before the list of what was found with it.
  await expect
    .poll(() => finder(page).getByRole('gridcell').allInnerTexts())
    .toEqual([
      expect.stringMatching(/^G25-033\s*Marigold\s*Doe, 2 years$/),
      expect.stringMatching(/^S24-133/),
      expect.stringMatching(/^G23-330\s*Bryony\s*Doe, 2 years · died Thu, Nov 12$/),
      'Add an animal with the tag 33',
    ]);
  await see(finder(page), 'Not weighed yet');
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('w');
  await see(page.getByRole('dialog', { name: 'Weighing' }), 'Marigold');

  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  // Without waiting for the dialog, as fast as a person: keys in quicker succession are taken for those of a reader.
  await page.keyboard.type('places', { delay: 60 });
  await rowOf(page, 'Places and Groups').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('/places');
});

test('on a phone the digits of our own pad find an animal', async () => {
  const page = await openPage(touchPhone);
  await farmOfThree(page);
  await page.goto('/health');
  await tap(page, /^Find/);
  await tapKeys(page, '33');
  await tap(finder(page), 'Record of G25-033');
  await seeButton(finder(page), 'Treat');
  await expectGoodLook(page);
  await tapKeys(page, 'Open');
  await page.getByRole('heading', { level: 1, name: /G25-033/ }).waitFor();
  await finder(page).waitFor({ state: 'detached' });
  await page.goBack();
  await page.waitForURL('/health');
});

test('what a keyboard reader reads is shown wherever the focus is, changes no field, and is given to whom it belongs', async () => {
  const page = await openPage({ viewport: desktop });
  const animalId = await farmOfThree(page);
  await page.goto('/animals');
  const search = page.getByPlaceholder('Search by tag number, name, or breed...');
  await search.fill('tea');
  await seeButton(page, /^Find/);
  await scan(page, eid);
  await see(finder(page), 'No animal');
  expect(await search.inputValue()).toBe('tea');
  expect(await finder(page).getByRole('combobox').inputValue()).toBe('826 071339300045');
  await rowOf(page, 'Give it to an existing animal').click();
  await page.keyboard.type('033');
  await rowOf(page, /G25-033/).click();
  const form = page.getByRole('dialog', { name: 'Add a number' });
  expect(await form.getByLabel('Number').inputValue()).toBe('826 071339300045');
  await press(form, 'Save');
  await toast(page, 'Added').waitFor();
  expect(await get(page, `animal-tags?animalId=${animalId}`)).toMatchObject([{ number: eid }]);
});
