// @module-tag long
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktop, expectAccessible, phone, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { post } from '#test/page-api.ts';
import { newPerson, registerByApi, toast } from '#test/ui-actions.ts';

const { openPage } = setUpBrowser();

const eid = '826071339300045';

async function farmOfThree(page: Page) {
  await registerByApi(page, newPerson('ada'));
  const add = async (tagNumber: string, fields: object) => {
    const data = { tagNumber, species: 'goat', sex: 'female', birthDate: '2024-03-01', ...fields };
    return (await post(page, 'animals', data)).id;
  };
  const ids = [
    await add('G25-033', { name: 'Marigold' }),
    await add('S24-133', { name: 'Teasel' }),
    await add('G23-330', { name: 'Bryony' }),
  ] as const;
  const death = { kind: 'death', animalId: ids[2], day: '2026-11-12', id: crypto.randomUUID() };
  await post(page, 'events', { events: [death] });
  return ids;
}

const finder = (page: Page) => page.getByRole('dialog', { name: 'Find' });
const rowOf = (page: Page, name: string | RegExp) => finder(page).getByRole('gridcell', { name });

/** As a reader does that is connected as a keyboard: a key every eight milliseconds, however busy this machine is. */
async function scan(page: Page, digits: string) {
  const client = await page.context().newCDPSession(page);
  const start = Date.now() / 1000;
  const keys = [...Array.from(digits, (key) => ({ key, text: key })), { key: 'Enter', text: '\r' }];
  const press = ({ key, text }: (typeof keys)[number], index: number) =>
    client.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text, timestamp: start + index * 0.008 });
  await Promise.all(keys.map(press));
  await client.detach();
}

test('with the keys alone an animal is found and weighed', async () => {
  const page = await openPage({ viewport: desktop });
  await farmOfThree(page);
  await page.goto('/');
  const find = page.getByRole('button', { name: /^Find/ });
  await find.waitFor();
  expect(
    await find
      .locator('span')
      .first()
      .evaluate((words) => words.scrollWidth - words.clientWidth),
  ).toBe(0);
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
  await finder(page).getByText('Not weighed yet').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('w');
  await page.getByRole('dialog', { name: 'Weighing' }).getByText('Marigold').waitFor();

  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  // Without waiting for the dialog, as fast as a person: keys in quicker succession are taken for those of a reader.
  await page.keyboard.type('places', { delay: 60 });
  await rowOf(page, 'Places and Groups').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('/places');
});

test('on a phone the digits of our own pad find an animal', async () => {
  const page = await openPage({ viewport: phone, hasTouch: true, isMobile: true });
  await farmOfThree(page);
  await page.goto('/health');
  await page.getByRole('button', { name: /^Find/ }).tap();
  const key = (name: string) => finder(page).getByRole('group', { name: 'Numbers' }).getByRole('button', { name, exact: true });
  await key('3').tap();
  await key('3').tap();
  await finder(page).getByRole('button', { name: 'Record of G25-033' }).tap();
  await finder(page).getByRole('button', { name: 'Treat' }).waitFor();
  await expectGoodLook(page);
  await key('Scan').tap();
  await finder(page)
    .getByText(/^(?:No camera can be used|The camera is blocked)/)
    .waitFor();
  await key('List').tap();
  await key('Open').tap();
  await page.getByRole('heading', { level: 1, name: /G25-033/ }).waitFor();
  await finder(page).waitFor({ state: 'detached' });
  await page.goBack();
  await page.waitForURL('/health');
});

test('what a keyboard reader reads is shown wherever the focus is, changes no field, and is given to whom it belongs', async () => {
  const page = await openPage({ viewport: desktop });
  const [marigold] = await farmOfThree(page);
  await page.goto('/animals');
  const search = page.getByPlaceholder('Search by tag number, name, or breed...');
  await search.fill('tea');
  await page.getByRole('button', { name: /^Find/ }).waitFor();
  await scan(page, eid);
  await finder(page).getByText('No animal').waitFor();
  expect(await search.inputValue()).toBe('tea');
  expect(await finder(page).getByRole('combobox').inputValue()).toBe('826 071339300045');
  await rowOf(page, 'Give it to an existing animal').click();
  await page.keyboard.type('033');
  await rowOf(page, /G25-033/).click();
  const form = page.getByRole('dialog', { name: 'Add a number' });
  expect(await form.getByLabel('Number').inputValue()).toBe('826 071339300045');
  await form.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Added').waitFor();
  expect(await (await page.request.get(`/api/animal-tags?animalId=${marigold}`)).json()).toMatchObject([{ number: eid }]);

  // Digits press the choice of a grade, which waits for them a moment.
  await page.goto('/health');
  await page.getByRole('button', { name: /^Find/ }).waitFor();
  await page.getByRole('radio', { name: /^3/ }).focus();
  await page.keyboard.press('4');
  await expect.poll(() => page.getByRole('radio', { name: /^4/ }).isChecked()).toBe(true);
  await scan(page, `1000000${eid}`);
  await rowOf(page, /G25-033/).waitFor();

  await page.keyboard.press('Escape');
  await finder(page).waitFor({ state: 'detached' });
  await scan(page, '982000196588496');
  await rowOf(page, 'Add an animal with this EID').click();
  const newAnimal = page.getByRole('dialog', { name: 'Add Animal' });
  await newAnimal.getByText('982 000196588496').waitFor();
  await newAnimal.getByLabel('Tag number').fill('G26-001');
  await newAnimal.getByRole('button', { name: 'Add Animal' }).click();
  await toast(page, 'Animal added successfully').waitFor();
  expect(await (await page.request.get('/api/animal-tags')).json()).toHaveLength(2);
});
