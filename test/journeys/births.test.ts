import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays } from '#domain/values/dates.ts';
import { calendarDateOf } from '#domain/values/calendar-date.ts';
import { desktop, expectAccessible, phone, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { post } from '#test/page-api.ts';
import { Touches } from '#test/touches.ts';
import { newPerson, registerByApi, toast } from '#test/ui-actions.ts';
import { longTest, sampledTest, someOf } from '#test/long-run.ts';

const { openPage } = setUpBrowser();
const touchPhone = { viewport: phone, hasTouch: true, isMobile: true } as const;
const today = calendarDateOf(new Date());
const year = today.slice(2, 4);

interface Ewe {
  readonly id: string;
  readonly tagNumber: string;
}

/** A farm with a ram, a lamb of this year, and a ewe on each of these days of pregnancy. */
async function lambingFarm(page: Page, days: readonly number[]): Promise<readonly Ewe[]> {
  await registerByApi(page, newPerson('ada'));
  const animal = (tagNumber: string, fields: object) =>
    post(page, 'animals', { tagNumber, species: 'sheep', sex: 'female', birthDate: '2022-03-01', ...fields });
  const { id: fatherId } = await animal('R-2', { sex: 'male', name: 'Samson' });
  const ewes: Ewe[] = [];
  for (const day of days) {
    const tagNumber = `4-0${870 + ewes.length}`;
    const { id } = await animal(tagNumber, { name: 'Juniper' });
    await post(page, 'breeding-records', { fatherId, motherId: id, breedingDate: addDays(today, -day) });
    ewes.push({ id, tagNumber });
  }
  await animal(`${year}-040`, { birthDate: addDays(today, -200), motherId: ewes[0]!.id });
  return ewes;
}

const key = (page: Page, name: string) => page.getByRole('group', { name: 'Numbers' }).getByRole('button', { name, exact: true });
const young = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

async function readOffspring(page: Page, damId: string) {
  const animals = (await (await page.request.get('/api/animals')).json()) as {
    tagNumber: string;
    motherId: string | null;
    sex: string;
    birthDate: string;
    birthWeightGrams: number | null;
    fatherId: string | null;
  }[];
  return animals
    .filter(({ motherId, birthDate }) => motherId === damId && birthDate === today)
    .toSorted((a, b) => a.tagNumber.localeCompare(b.tagNumber));
}

test('a litter of three with weights and ease takes at most 18 touches, and writes all of it at once', async () => {
  const page = await openPage(touchPhone);
  const touches = await Touches.on(page);
  const [ewe] = await lambingFarm(page, [149, 120]);
  await page.goto('/births');
  await page.getByRole('heading', { level: 1, name: 'Births' }).waitFor();
  const due = page.getByRole('region', { name: /^Today/ }).getByRole('link', { name: /4-0870/ });
  await due.waitFor();
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  await touches.startAgain();

  await touches.tap(due);
  await touches.tap(page.getByRole('radiogroup', { name: 'How many' }).getByRole('radio', { name: '3' }));
  for (const [index, [sex, weight]] of (
    [
      ['Ewe', '9.2'],
      ['Ram', '8.6'],
      ['Ram', '7.4'],
    ] as const
  ).entries()) {
    await touches.tap(young(page, `Lamb ${index + 1}`).getByRole('radio', { name: sex }));
    for (const digit of weight) await touches.tap(key(page, digit));
  }
  await touches.tap(key(page, 'Next'));
  await touches.tap(page.getByRole('radiogroup', { name: 'Ease' }).getByRole('radio', { name: /2/ }));
  await touches.tap(page.getByRole('button', { name: 'Save 3 lambs' }));
  await toast(page, '4-0870 Juniper: 3 lambs').waitFor();

  expect(await touches.count()).toBeLessThanOrEqual(18);

  await page.getByRole('heading', { level: 1, name: 'Births' }).waitFor();
  await due.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  const lambs = await readOffspring(page, ewe!.id);
  expect(lambs.map(({ tagNumber, sex, birthWeightGrams }) => [tagNumber, sex, birthWeightGrams])).toEqual([
    [`${year}-041`, 'female', 4173],
    [`${year}-042`, 'male', 3901],
    [`${year}-043`, 'male', 3357],
  ]);
  const records = (await (await page.request.get('/api/breeding-records')).json()) as object[];
  expect(records).toContainEqual(
    expect.objectContaining({
      motherId: ewe!.id,
      outcome: 'successful',
      actualBirthDate: today,
      offspringIds: expect.any(Array),
    }),
  );
  const [birth] = (await (await page.request.get('/api/events?kind=birth')).json()) as object[];
  expect(birth).toMatchObject({ animalId: ewe!.id, ease: 2, sireCertainty: 'likely' });
});

test('the first screen says who is due this week, and opens the form of a birth and gives a booster with a swipe and a touch', async () => {
  const page = await openPage(touchPhone);
  const touches = await Touches.on(page);
  const [overdue] = await lambingFarm(page, [154, 147, 141, 40]);
  const vaccination = { kind: 'vaccination', animalId: overdue!.id, day: addDays(today, -20), productName: 'CD&T' };
  await post(page, 'events', { events: [{ ...vaccination, id: crypto.randomUUID(), nextDueDay: today }] });
  await page.goto('/');
  const due = page.getByRole('region', { name: 'What is due' });
  await due.getByText('CD&T · 4-0870').waitFor();
  await due.getByText('Pregnancy check · 4-0873').waitFor();
  await expectGoodLook(page);
  await due
    .getByRole('region', { name: /^This week/ })
    .getByText('4-0872')
    .first()
    .waitFor();
  await touches.startAgain();
  await touches.tap(due.getByRole('link', { name: 'Record birth: 4-0870' }));
  await page.getByRole('radiogroup', { name: 'How many' }).waitFor();
  expect(await touches.count()).toBeLessThanOrEqual(2);
  await page.goBack();
  await due.waitFor();
  await page.context().setOffline(true);
  await touches.startAgain();
  await touches.tap(due.getByRole('button', { name: 'Given: CD&T · 4-0870' }));
  expect(await touches.count()).toBeLessThanOrEqual(2);
  await toast(page, 'Not sent yet').getByRole('button', { name: 'Undo' }).tap();
  await due.getByText('CD&T · 4-0870').waitFor();
});

const desks = [
  ['a phone', touchPhone],
  ['a tablet', { viewport: { width: 768, height: 1024 } }],
  ['a desktop', { viewport: desktop }],
] as const;

sampledTest(someOf(desks, 1), 0)(
  'on %s the birth desk lists who is due by the day, and its form says what is missing, takes a stillborn and a sire, and is undone',
  async (_, options) => {
    const page = await openPage(options);
    const [, ewe] = await lambingFarm(page, [154, 147, 141, 60]);
    await page.goto('/births');
    const sections = page.getByRole('region', { name: /^(?:Overdue|Today|This week|Later)/ });
    await sections.nth(3).waitFor();
    await sections.first().getByText('2 days overdue').waitFor();
    await sections
      .nth(1)
      .getByText(/^until /)
      .waitFor();
    await expectGoodLook(page);

    await sections
      .nth(1)
      .getByRole('link', { name: /4-0871/ })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Record birth' }).waitFor();
    await page.getByRole('button', { name: 'How many lambs?' }).waitFor();
    await page.getByRole('radiogroup', { name: 'How many' }).getByRole('radio', { name: '2' }).click();
    await page.getByRole('button', { name: 'Lamb 1: ewe or ram?' }).click();
    await young(page, 'Lamb 1').getByRole('radio', { name: 'Ewe' }).click();
    await page.keyboard.type('92');
    await page.getByText('92 lbs is unusual for a newborn lamb. Is it right?').waitFor();
    await page.keyboard.press('Backspace');
    await young(page, 'Lamb 2').getByRole('radio', { name: 'Ram' }).click();
    await young(page, 'Lamb 2').getByRole('button', { name: 'Lamb 2: alive. Change' }).click();
    await young(page, 'Lamb 2').getByText('No tag').waitFor();
    await expectGoodLook(page);
    await page.getByText('Sire, proposed').waitFor();
    await page.getByRole('button', { name: 'Other' }).click();
    await page.getByRole('radio', { name: 'Not known' }).click();
    await young(page, 'Lamb 1')
      .getByRole('button', { name: /change tag, name and color/ })
      .click();
    await young(page, 'Lamb 1').getByLabel('Tag').fill('K-7');
    await page.getByRole('group', { name: 'Numbers' }).waitFor({ state: 'hidden' });
    await young(page, 'Lamb 1').getByLabel('Color').fill('Moorit');
    await young(page, 'Lamb 1').getByText('Moorit').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save 1 lamb, 1 stillborn' }).click();
    const saved = toast(page, '4-0871 Juniper: 1 lamb, 1 stillborn');
    await saved.waitFor();
    await page.getByRole('button', { name: /^Saved/ }).waitFor();
    expect(await readOffspring(page, ewe!.id)).toMatchObject([
      { tagNumber: 'K-7', fatherId: null, color: 'Moorit', birthWeightGrams: 4082 },
    ]);
    await saved.getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'Undone').waitFor();
    await page.getByRole('link', { name: /4-0871/ }).waitFor();
    await page.getByRole('button', { name: /^Saved/ }).waitFor();
    expect(await readOffspring(page, ewe!.id)).toEqual([]);
  },
);
longTest('the board of the born: a young is fostered, is bottle-fed, dies, and the family is moved out', async () => {
  const page = await openPage(touchPhone);
  const [ewe] = await lambingFarm(page, [140, 141]);
  const lambs = [crypto.randomUUID(), crypto.randomUUID()];
  const birth = {
    id: crypto.randomUUID(),
    kind: 'birth',
    animalId: ewe!.id,
    day: addDays(today, -2),
    young: lambs.map((id, index) => ({ id, sex: 'female', state: 'alive', tagNumber: `L-${index + 1}` })),
  };
  await post(page, 'events', { events: [birth] });
  await page.goto('/births?show=born');
  const ready = page.getByRole('region', { name: /^Ready to go out/ });
  await ready.getByText('4-0870').waitFor();
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  await expectGoodLook(page);
  const choose = async (tag: string, item: string) => {
    await ready.getByRole('button', { name: `More for ${tag}` }).tap();
    await page.getByRole('menuitem', { name: item }).tap();
  };
  await choose('L-1', 'Foster to another ewe');
  await page.getByRole('dialog', { name: 'Foster' }).getByRole('button', { name: 'Reared by' }).tap();
  await expectAccessible(page);
  await page.getByRole('option', { name: /4-0871/ }).tap();
  await toast(page, 'L-1: fostered to 4-0871 Juniper').waitFor();
  await ready.getByText(/With 4-0871 Juniper/).waitFor();
  await choose('L-2', 'Bottle-fed');
  await ready.getByText(/Bottle-fed/).waitFor();
  await choose('L-2', 'Died');
  await ready.getByText(/Died/).waitFor();
  await toast(page, 'L-2: Died').getByRole('button', { name: 'Undo' }).click();
  await ready.getByText(/Bottle-fed/).waitFor();
  await choose('L-2', 'Back to its own dam');
  await ready.getByText(/Bottle-fed/).waitFor({ state: 'detached' });

  await ready.getByRole('button', { name: 'Move 4-0870 Juniper and her young' }).tap();
  const move = page.getByRole('dialog', { name: 'Move animals' });
  await move.getByRole('button', { name: 'Place', exact: true }).tap();
  await page.getByRole('combobox', { name: 'Search or name a new place' }).fill('Top field');
  await page.getByRole('button', { name: 'Add a place “Top field”' }).tap();
  await move.getByText('Top field').waitFor();
  await move.getByRole('button', { name: 'Move', exact: true }).tap();
  await toast(page, '2 animals to Top field').waitFor();
  await page.getByText('No births in the last week').waitFor();
});

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
    await page.getByRole('button', { name: /^Saved/ }).waitFor();
    await page.getByRole('link', { name: /4-0870/ }).tap();
    await page.getByRole('radiogroup', { name: 'How many' }).waitFor();
    await page.context().setOffline(true);
    offline.resolve();
    const lamb = async (sex: string) => {
      await page.getByRole('radiogroup', { name: 'How many' }).getByRole('radio', { name: '1' }).tap();
      await young(page, 'Lamb').getByRole('radio', { name: sex }).tap();
      await page.getByRole('button', { name: 'Save 1 lamb' }).tap();
      await toast(page, 'Not sent yet').first().waitFor();
    };
    await lamb('Ewe');
    await page.getByRole('link', { name: /4-0870/ }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /4-0871/ }).tap();
    await lamb('Ram');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: /^Saved/ }).waitFor();
    const born = await Promise.all(ewes.map(({ id }) => readOffspring(page, id)));
    expect(born.flat().map(({ tagNumber }) => tagNumber)).toEqual([`${year}-041`, `${year}-042`]);
  },
);

longTest(
  'the checks of a newborn are ticked and taken back without signal, each with one touch, and kept in its journal',
  async () => {
    const page = await openPage(touchPhone);
    const touches = await Touches.on(page);
    const [ewe] = await lambingFarm(page, [140]);
    const lambs = [crypto.randomUUID(), crypto.randomUUID()];
    const birth = {
      id: crypto.randomUUID(),
      kind: 'birth',
      animalId: ewe!.id,
      day: addDays(today, -1),
      young: lambs.map((id, index) => ({ id, sex: 'female', state: 'alive', tagNumber: `L-${index + 1}` })),
    };
    await post(page, 'events', { events: [birth] });
    await page.goto('/births?show=born');
    const checks = page.getByRole('group', { name: 'Checks of L-1' });
    await checks.waitFor();
    await page.getByText('Still open after 1 day: Colostrum, Navel, Up within 30 minutes').first().waitFor();
    await page.getByRole('button', { name: /^Saved/ }).waitFor();
    await expectGoodLook(page);
    const check = (name: string) => checks.getByRole('button', { name });
    expect((await check('Navel').boundingBox())?.height).toBeGreaterThanOrEqual(48);

    await page.context().setOffline(true);
    await touches.startAgain();
    await touches.tap(check('Navel'));
    await toast(page, 'Not sent yet').waitFor();
    await checks.getByRole('button', { name: 'Navel', pressed: true }).waitFor();
    expect(await touches.count()).toBe(1);
    await page.getByText('Still open after 1 day: Colostrum, Up within 30 minutes').waitFor();
    await toast(page, 'L-1: Navel').getByRole('button', { name: 'Undo' }).tap();
    await checks.getByRole('button', { name: 'Navel', pressed: false }).waitFor();
    await check('Colostrum').tap();
    await checks.getByRole('button', { name: 'Colostrum', pressed: true }).waitFor();
    await check('Up within 30 minutes').tap();
    await checks.getByRole('button', { name: 'Up within 30 minutes', pressed: true }).waitFor();
    await check('Colostrum').tap();
    await checks.getByRole('button', { name: 'Colostrum', pressed: false }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: /^Saved/ }).waitFor();

    await page.getByRole('button', { name: 'Checks after birth' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Checks after birth' });
    await expectAccessible(page);
    await dialog.getByLabel('One check on each line').fill('Navel dipped\n\nUp within 30 minutes\nup within 30 minutes');
    await dialog.getByRole('button', { name: 'Save checks' }).tap();
    await dialog.getByText('Name each check once').waitFor();
    await dialog.getByLabel('One check on each line').fill('Navel dipped\n\nUp within 30 minutes');
    // A second tap within half a second would be a double click.
    await dialog.getByRole('button', { name: 'Save checks' }).click();
    await check('Navel dipped').waitFor();
    await checks.getByRole('button', { name: 'Up within 30 minutes', pressed: true }).waitFor();
    expect(await checks.getByRole('button').count()).toBe(2);
    await page.goto(`/animals/${lambs[0]}`);
    await page.getByText('Checked after birth: Up within 30 minutes').waitFor();
  },
);
