import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktop, expectAccessible, setUpBrowser, expectGoodLook, touchPhone } from '#test/browser.ts';
import { addAnimal, get, post, record } from '#test/page-api.ts';
import { chooseInMenu, daysAgo, fill, key, press, saved, see, seeButton, seeHeading, tap, today } from '#test/steps.ts';
import { Touches } from '#test/touches.ts';
import { newPerson, registerByApi, toast } from '#test/ui-actions.ts';
import { longTest, sampledTest, someOf } from '#test/long-run.ts';

const { openPage } = setUpBrowser();
const year = today.slice(2, 4);

/** A farm with a ram, a lamb of this year, and a ewe on each of these days of pregnancy, whose ids it returns. */
async function lambingFarm(page: Page, days: readonly number[]): Promise<readonly string[]> {
  await registerByApi(page, newPerson('ada'));
  const sheep = { species: 'sheep', birthDate: '2022-03-01' };
  const fatherId = await addAnimal(page, 'R-2', { ...sheep, sex: 'male', name: 'Samson' });
  const ewes: string[] = [];
  for (const day of days) {
    const motherId = await addAnimal(page, `4-0${870 + ewes.length}`, { ...sheep, name: 'Juniper' });
    await post(page, 'breeding-records', { fatherId, motherId, breedingDate: daysAgo(day) });
    ewes.push(motherId);
  }
  await addAnimal(page, `${year}-040`, { ...sheep, birthDate: daysAgo(200), motherId: ewes[0] });
  return ewes;
}

const young = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const howMany = (page: Page, name: string) => page.getByRole('radiogroup', { name: 'How many' }).getByRole('radio', { name });

interface Born {
  readonly tagNumber: string;
  readonly motherId: string | null;
  readonly sex: string;
  readonly birthDate: string;
  readonly birthWeightGrams: number | null;
}

const readOffspring = async (page: Page, damId: string) =>
  (await get<Born>(page, 'animals'))
    .filter(({ motherId, birthDate }) => motherId === damId && birthDate === today)
    .toSorted((a, b) => a.tagNumber.localeCompare(b.tagNumber));

test('a litter of three with weights and ease takes at most 18 touches, and writes all of it at once', async () => {
  const page = await openPage(touchPhone);
  const touches = await Touches.on(page);
  const [ewe = ''] = await lambingFarm(page, [149, 120]);
  await page.goto('/births');
  const due = page.getByRole('region', { name: /^Today/ }).getByRole('link', { name: /4-0870/ });
  await due.waitFor();
  await saved(page);
  await touches.startAgain();

  await touches.tap(due);
  await touches.tap(howMany(page, '3'));
  for (const [index, [sex, weight]] of [['Ewe', '9.2'] as const, ['Ram', '8.6'] as const, ['Ram', '7.4'] as const].entries()) {
    await touches.tap(young(page, `Lamb ${index + 1}`).getByRole('radio', { name: sex }));
    for (const digit of weight) await touches.tap(key(page, digit));
  }
  await touches.tap(key(page, 'Next'));
  await touches.tap(page.getByRole('radiogroup', { name: 'Ease' }).getByRole('radio', { name: /2/ }));
  await touches.tap(page.getByRole('button', { name: 'Save 3 lambs' }));
  await toast(page, '4-0870 Juniper: 3 lambs').waitFor();
  expect(await touches.count()).toBeLessThanOrEqual(18);

  await seeHeading(page, 'Births');
  await due.waitFor({ state: 'detached' });
  await saved(page);
  const lambs = await readOffspring(page, ewe);
  expect(lambs.map(({ tagNumber, sex, birthWeightGrams }) => [tagNumber, sex, birthWeightGrams])).toEqual([
    [`${year}-041`, 'female', 4173],
    [`${year}-042`, 'male', 3901],
    [`${year}-043`, 'male', 3357],
  ]);
  const mating = { motherId: ewe, outcome: 'successful', actualBirthDate: today, offspringIds: expect.any(Array) };
  expect(await get(page, 'breeding-records')).toContainEqual(expect.objectContaining(mating));
  expect(await get(page, 'events?kind=birth')).toMatchObject([{ animalId: ewe, ease: 2, sireCertainty: 'likely' }]);
});

test('the first screen says who is due this week, and opens the form of a birth and gives a booster with a swipe and a touch', async () => {
  const page = await openPage(touchPhone);
  const touches = await Touches.on(page);
  const [animalId] = await lambingFarm(page, [154, 147, 141, 40]);
  await record(page, { kind: 'vaccination', animalId, day: daysAgo(20), productName: 'CD&T', nextDueDay: today });
  await page.goto('/');
  const due = page.getByRole('region', { name: 'What is due' });
  await see(due, 'CD&T · 4-0870', 'Pregnancy check · 4-0873');
  await expectGoodLook(page);
  const thisWeek = due.getByRole('region', { name: /^This week/ });
  await thisWeek.getByText('4-0872').first().waitFor();
  await touches.startAgain();
  await touches.tap(due.getByRole('link', { name: 'Record birth: 4-0870' }));
  await howMany(page, '1').waitFor();
  expect(await touches.count()).toBeLessThanOrEqual(2);
  await page.goBack();
  await due.waitFor();
  await page.context().setOffline(true);
  await touches.startAgain();
  await touches.tap(due.getByRole('button', { name: 'Given: CD&T · 4-0870' }));
  expect(await touches.count()).toBeLessThanOrEqual(2);
  await tap(toast(page, 'Not sent yet'), 'Undo');
  await see(due, 'CD&T · 4-0870');
});

const desks = [
  ['a phone', touchPhone],
  ['a tablet', { viewport: { width: 768, height: 1024 } }],
  ['a desktop', { viewport: desktop }],
] as const;

sampledTest(someOf(desks, 1), 0)(
  'on %s the form of a birth says what is missing, takes a stillborn, and is undone',
  async (_, options) => {
    const page = await openPage(options);
    const [, ewe = ''] = await lambingFarm(page, [154, 147, 141, 60]);
    await page.goto('/births');
    const sections = page.getByRole('region', { name: /^(?:Overdue|Today|This week|Later)/ });
    await sections.nth(3).waitFor();
    await expectGoodLook(page);
    const dam = page.getByRole('link', { name: /4-0871/ });
    await dam.click();
    await seeButton(page, 'How many lambs?');
    await howMany(page, '2').click();
    await press(page, 'Lamb 1: ewe or ram?');
    const [first, second] = [young(page, 'Lamb 1'), young(page, 'Lamb 2')];
    await first.getByRole('radio', { name: 'Ewe' }).click();
    await page.keyboard.type('9');
    await second.getByRole('radio', { name: 'Ram' }).click();
    await press(second, 'Lamb 2: alive. Change');
    await see(second, 'No tag');
    await expectGoodLook(page);
    await see(page, 'Sire, proposed');
    await press(first, /change tag, name and color/);
    await fill(first, { Tag: 'K-7', Color: 'Moorit' });
    await expectAccessible(page);
    await press(page, 'Save 1 lamb, 1 stillborn');
    const told = toast(page, '4-0871 Juniper: 1 lamb, 1 stillborn');
    await told.waitFor();
    await saved(page);
    const lamb = { tagNumber: 'K-7', color: 'Moorit', birthWeightGrams: 4082 };
    expect(await readOffspring(page, ewe)).toMatchObject([lamb]);
    await press(told, 'Undo');
    await toast(page, 'Undone').waitFor();
    await dam.waitFor();
    await saved(page);
    expect(await readOffspring(page, ewe)).toEqual([]);
  },
);

longTest(
  'the board of the born: checks are ticked and taken back without signal, a young is fostered, is bottle-fed, and the family is moved out',
  async () => {
    const page = await openPage(touchPhone);
    const [ewe = ''] = await lambingFarm(page, [140, 141]);
    const litter = ['L-1', 'L-2'].map((tagNumber) => ({ id: crypto.randomUUID(), sex: 'female', state: 'alive', tagNumber }));
    await record(page, { kind: 'birth', animalId: ewe, day: daysAgo(2), young: litter });
    await page.goto('/births?show=born');
    const ready = page.getByRole('region', { name: /^Ready to go out/ });
    await see(ready, '4-0870');
    await saved(page);
    await expectGoodLook(page);

    const checks = page.getByRole('group', { name: 'Checks of L-1' });
    const check = (name: string, isTicked?: boolean) =>
      checks.getByRole('button', { name, ...(isTicked !== undefined && { pressed: isTicked }) });
    await page.context().setOffline(true);
    await check('Navel').tap();
    await toast(page, 'Not sent yet').waitFor();
    await check('Navel', true).waitFor();
    await page.getByText('Still open after 2 days: Colostrum, Up within 30 minutes').first().waitFor();
    await tap(toast(page, 'L-1: Navel'), 'Undo');
    await check('Navel', false).waitFor();
    await check('Up within 30 minutes').tap();
    await check('Up within 30 minutes', true).waitFor();
    await page.context().setOffline(false);
    await saved(page);

    await tap(page, 'Checks after birth');
    const dialog = page.getByRole('dialog', { name: 'Checks after birth' });
    await expectAccessible(page);
    await fill(dialog, { 'One check on each line': 'Navel dipped\n\nUp within 30 minutes' });
    await press(dialog, 'Save checks');
    await check('Navel dipped').waitFor();
    await check('Up within 30 minutes', true).waitFor();
    expect(await checks.getByRole('button').count()).toBe(2);

    const choose = (tag: string, item: string) => chooseInMenu(page, `More for ${tag}`, item);
    await choose('L-1', 'Foster to another ewe');
    await tap(page.getByRole('dialog', { name: 'Foster' }), 'Reared by');
    await expectAccessible(page);
    await page.getByRole('option', { name: /4-0871/ }).tap();
    await toast(page, 'L-1: fostered to 4-0871 Juniper').waitFor();
    await see(ready, /With 4-0871 Juniper/);
    await choose('L-2', 'Bottle-fed');
    await see(ready, /Bottle-fed/);
    await choose('L-2', 'Back to its own dam');
    await ready.getByText(/Bottle-fed/).waitFor({ state: 'detached' });

    await tap(ready, 'Move 4-0870 Juniper and her young');
    const move = page.getByRole('dialog', { name: 'Move animals' });
    await tap(move, /^Place$/);
    await page.getByRole('combobox', { name: 'Search or name a new place' }).fill('Top field');
    await tap(page, 'Add a place “Top field”');
    await see(move, 'Top field');
    await tap(move, /^Move$/);
    await toast(page, '2 animals to Top field').waitFor();
    await see(page, 'No births in the last week');
    await page.goto(`/animals/${litter[0]?.id}`);
    await see(page, 'Checked after birth: Up within 30 minutes');
  },
);

test.each([
  ['once the farm is stored', true],
  ['before the farm is stored', false],
])(
  'without signal a birth is on the phone with its lambs and their tags, and the next one counts on from them, %s',
  async (_, isStored) => {
    const page = await openPage(touchPhone);
    const ewes = await lambingFarm(page, [149, 148]);
    const offline = Promise.withResolvers<void>();
    if (!isStored) await page.route('**/api/changes*', (route) => offline.promise.then(() => route.continue()));
    const lastOfFarm = isStored ? page.waitForResponse('**/api/changes*') : undefined;
    await page.goto('/births');
    await lastOfFarm;
    await saved(page);
    await page.getByRole('link', { name: /4-0870/ }).tap();
    await howMany(page, '1').waitFor();
    await page.context().setOffline(true);
    offline.resolve();
    const lamb = async (sex: string) => {
      await howMany(page, '1').tap();
      await young(page, 'Lamb').getByRole('radio', { name: sex }).tap();
      await tap(page, 'Save 1 lamb');
      await toast(page, 'Not sent yet').first().waitFor();
    };
    await lamb('Ewe');
    await page.getByRole('link', { name: /4-0870/ }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /4-0871/ }).tap();
    await lamb('Ram');
    await page.context().setOffline(false);
    await saved(page);
    const born = await Promise.all(ewes.map((id) => readOffspring(page, id)));
    expect(born.flat().map(({ tagNumber }) => tagNumber)).toEqual([`${year}-041`, `${year}-042`]);
  },
);
