import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays } from '#domain/values/dates.ts';
import { calendarDateOf } from '#domain/values/calendar-date.ts';
import { desktop, expectAccessible, phone, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { get, post } from '#test/page-api.ts';
import { isInSight, Touches } from '#test/touches.ts';
import { newPerson, registerByApi, toast } from '#test/ui-actions.ts';
import { longTest } from '#test/long-run.ts';

const { product, openPage, openFarm } = setUpBrowser();
const touchPhone = { viewport: phone, hasTouch: true, isMobile: true } as const;
const today = calendarDateOf(new Date());

interface Listed {
  readonly id: string;
  readonly tagNumber: string;
}

interface Recorded {
  readonly id: string;
  readonly kind: string;
  readonly animalId: string;
}

const recordAll = (page: Page, animals: readonly Listed[], event: object) =>
  post(page, 'events', {
    events: animals.map(({ id }) => ({ id: crypto.randomUUID(), animalId: id, day: addDays(today, -7), ...event })),
  });

const key = (page: Page, name: string) => page.getByRole('group', { name: 'Numbers' }).getByRole('button', { name, exact: true });
const whom = (page: Page, name: RegExp) => page.getByRole('radiogroup', { name: 'Which animals' }).getByRole('radio', { name });
const saved = (page: Page) => page.getByRole('button', { name: /^Saved/ }).waitFor();

longTest(
  '62 are moved with 4 touches, 80 that are chosen are vaccinated with at most 6, and 16 are weighed with at most 4 each',
  async () => {
    const page = await openPage(touchPhone);
    const touches = await Touches.on(page);
    const person = newPerson('ada');
    await registerByApi(page, person);
    await product().addHerd(person.username, 80);
    const herd = (await get<Listed>(page, 'animals')).toSorted((a, b) => (a.tagNumber < b.tagNumber ? -1 : 1));
    const [pen, field] = [await post(page, 'places', { name: 'Pen 2' }), await post(page, 'places', { name: 'Mill Field' })];
    const group = await post(page, 'groups', { name: 'First kidders' });
    await recordAll(page, herd.slice(0, 62), { kind: 'move', placeId: pen.id });
    await recordAll(page, herd.slice(0, 16), { kind: 'move', groupId: group.id });
    await recordAll(page, herd.slice(0, 16), { kind: 'weighing', weightGrams: 20_000 });
    const last = {
      kind: 'vaccination',
      productName: 'CD&T',
      dose: 2,
      unit: 'ml',
      day: addDays(today, -370),
      nextDueDay: addDays(today, -5),
    };
    await recordAll(page, herd.slice(79), last);

    await page.goto('/work');
    await saved(page);
    await expectGoodLook(page);
    await touches.startAgain();
    await touches.tap(page.getByRole('link', { name: 'Move' }));
    await touches.tap(page.getByRole('radiogroup', { name: 'Where to' }).getByRole('radio', { name: 'Mill Field' }));
    await touches.tap(whom(page, /^Pen 2 62/));
    await touches.tap(page.getByRole('button', { name: /^Move 62/ }));
    await toast(page, 'Moving: 62').waitFor();
    const moving = await touches.count();
    expect(moving).toBeLessThanOrEqual(4);
    await saved(page);
    const states = await get<{ placeId: string | null }>(page, 'animal-states');
    expect(states.filter(({ placeId }) => placeId === field.id)).toHaveLength(62);

    await page.goto('/animals');
    await page.getByRole('button', { name: 'Rows' }).tap();
    await page.getByRole('button', { name: 'Select' }).tap();
    await page.getByRole('button', { name: 'All 80' }).tap();
    await page.getByText('80 selected').waitFor();
    await touches.startAgain();
    await touches.tap(page.getByRole('link', { name: 'Vaccinate' }));
    await page.getByRole('button', { name: /^Vaccinate 80/ }).waitFor();
    expect(await page.getByLabel('Product').inputValue()).toBe('CD&T');
    await expectGoodLook(page);
    await touches.tap(page.getByRole('button', { name: /^Vaccinate 80/ }));
    await toast(page, 'Vaccinating: 80').waitFor();
    const vaccinating = await touches.count();
    expect(vaccinating).toBeLessThanOrEqual(6);
    await saved(page);
    const vaccinations = await get<Recorded & { nextDueDay: string; dose: number }>(page, 'events?kind=vaccination');
    const todays = vaccinations.filter(({ nextDueDay }) => nextDueDay === addDays(today, 365));
    expect(new Set(todays.map(({ animalId }) => animalId)).size).toBe(80);
    await toast(page, 'Vaccinating: 80').getByRole('button', { name: 'Undo' }).tap();
    await toast(page, 'Undone').waitFor();
    await saved(page);
    expect(await get(page, 'events?kind=vaccination')).toHaveLength(1);

    await page.getByRole('link', { name: 'Weigh', exact: true }).tap();
    await whom(page, /^First kidders 16/).tap();
    await page.getByRole('button', { name: /^Begin 16/ }).tap();
    await page.getByText('0 of 16, 16 to go').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Weighing: First kidders' }).waitFor();
    await touches.startAgain();
    await touches.tap(key(page, 'Weigh'));
    for (let index = 0; index < 16; index += 1) {
      await page.getByRole('region', { name: 'Animal' }).getByText(herd[index]!.tagNumber, { exact: true }).waitFor();
      for (const digit of String(45 + (index % 10))) await touches.tap(key(page, digit));
      await touches.tap(key(page, 'Save'));
    }
    const weighing = (await touches.count()) / 16;
    console.log(`moving 62: ${moving} touches, vaccinating 80: ${vaccinating}, weighing: ${weighing.toFixed(1)} an animal`);
    expect(weighing).toBeLessThanOrEqual(4);
    await page.getByText('16 of 16', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Review and finish' }).tap();
    // However long the list is, it is finished without scrolling.
    expect(await page.getByRole('button', { name: 'Finish', exact: true }).evaluate(isInSight)).toBe(true);
    await page.getByRole('button', { name: 'Finish', exact: true }).tap();
    await toast(page, 'Finished').waitFor();
    await expectAccessible(page);
    await saved(page);
    const [worklist] = await get<Listed & { archivedAt: string | null }>(page, 'worklists');
    expect(worklist?.archivedAt).not.toBeNull();
    expect(await get(page, `events?worklistId=${worklist?.id}&limit=1000`)).toHaveLength(16);
    await page.getByRole('link', { name: 'Other work with these 16' }).tap();
    await page.getByRole('link', { name: 'Trim hooves' }).tap();
    await whom(page, /^Chosen 16/).waitFor();
    await page.getByRole('button', { name: /^Trim hooves 16/ }).waitFor();
  },
);

longTest(
  'five are sold to one buyer with a receipt with at most 12 touches, and one in withdrawal only with a reason',
  async () => {
    const page = await openPage(touchPhone);
    const touches = await Touches.on(page);
    const person = newPerson('ada');
    await registerByApi(page, person);
    await product().addHerd(person.username, 8);
    const herd = (await get<Listed>(page, 'animals')).toSorted((a, b) => (a.tagNumber < b.tagNumber ? -1 : 1));
    await recordAll(page, herd.slice(6, 7), {
      kind: 'treatment',
      productName: 'Dewormer',
      withdrawals: [{ product: 'meat', days: 30 }],
    });
    await recordAll(page, herd.slice(7), { kind: 'sale', buyer: 'Bob Miller', price: 90 });

    await page.goto('/work');
    await saved(page);
    await touches.startAgain();
    await touches.tap(page.getByText('All tasks'));
    await touches.tap(page.getByRole('link', { name: 'Sell' }));
    await touches.tap(page.getByRole('radio', { name: 'Bob Miller' }));
    await touches.tap(page.getByRole('radio', { name: /^Choose…/ }));
    await page.getByRole('option').first().waitFor();
    await expect.poll(() => page.getByText('0 selected').evaluate(isInSight)).toBe(true);
    for (const { tagNumber } of herd.slice(0, 5))
      await touches.tap(page.getByRole('option', { name: new RegExp(`${tagNumber}\\b`) }));
    await touches.tap(page.getByRole('button', { name: /^Sell 5/ }));
    await page.getByRole('heading', { name: 'Receipt' }).waitFor();
    const selling = await touches.count();
    console.log(`selling five with a receipt: ${selling} touches`);
    expect(selling).toBeLessThanOrEqual(12);
    const receipt = page.getByRole('article', { name: 'Receipt' });
    await receipt.getByText('Bob Miller').waitFor();
    await receipt.getByText('5 animals').waitFor();
    expect(await receipt.getByText('$90.00').count()).toBe(5);
    await receipt.getByText('$450.00').waitFor();
    await expectGoodLook(page);
    await saved(page);

    await page.goto('/work/new?do=sell');
    await page.getByRole('radio', { name: /^Choose…/ }).tap();
    for (const { tagNumber } of herd.slice(5, 7)) await page.getByRole('option', { name: new RegExp(`${tagNumber}\\b`) }).tap();
    await page.getByText('One is in withdrawal').waitFor();
    await page.getByRole('button', { name: 'Why in withdrawal?' }).waitFor();
    await page.getByLabel('Reason for selling in withdrawal').fill('Goes to a pet home');
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Sell 2/ }).tap();
    await receipt.getByText(/^No meat until /).waitFor();
    expect(await receipt.getByText('Goes to a pet home').count()).toBe(0);
    await saved(page);
    const sales = await get<Recorded & { reason: string | null }>(page, 'events?kind=sale');
    expect(sales.flatMap(({ animalId, reason }) => (reason === null ? [] : animalId))).toEqual([herd[6]?.id]);
  },
);

longTest(
  'who had a product a short while ago is left out and can be included, who gives birth soon is one touch, and a count is recorded',
  async () => {
    const { page } = await openFarm(touchPhone);
    const animals: Listed[] = [];
    for (const [tagNumber, sex] of [
      ['E-1', 'female'],
      ['E-2', 'female'],
      ['R-1', 'male'],
    ]) {
      animals.push(await post<Listed>(page, 'animals', { tagNumber, species: 'sheep', sex, birthDate: '2024-03-01' }));
    }
    const [first, second, ram] = animals as [Listed, Listed, Listed];
    await recordAll(page, [first], { kind: 'vaccination', productName: 'CD&T' });
    await post(page, 'breeding-records', { motherId: second.id, fatherId: ram.id, breedingDate: addDays(today, -130) });
    await page.goto('/work/new?do=vaccinate');
    await whom(page, /^Ewes 2/).tap();
    await page.getByText(/^1 had it on .* and is left out/).waitFor();
    await page.getByRole('button', { name: 'Vaccinate 1 ewe' }).waitFor();
    await expectGoodLook(page);
    await page.getByRole('button', { name: 'Include' }).tap();
    await page.getByRole('button', { name: 'Vaccinate 2 ewes' }).waitFor();
    await whom(page, /^Due in 4 weeks 1/).tap();
    await page.getByRole('button', { name: 'Vaccinate 1 ewe' }).tap();
    await toast(page, 'Vaccinating: 1 ewe').waitFor();
    await saved(page);

    await page.goto('/work/new?do=count');
    await whom(page, /^Due in 4 weeks 1/).tap();
    await page.getByRole('button', { name: 'Begin 1 ewe' }).tap();
    await key(page, 'Done').waitFor();
    expect(await page.getByRole('button', { name: 'Done', exact: true }).count()).toBe(1);
    await key(page, 'Done').tap();
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await expect.poll(() => get(page, 'events?kind=note')).toMatchObject([{ animalId: second.id, note: 'Counted' }]);
  },
);

interface Weighed extends Recorded {
  readonly weightGrams: number;
  readonly worklistId: string | null;
}

test('a weighing goes on without signal and after a cold start, asks about what cannot be, is shared by two phones, and stands on Today', async () => {
  const { page, person } = await openFarm({ ...touchPhone, serviceWorkers: 'allow', expected: /net::ERR|Failed to/ });
  const animals: Listed[] = [];
  for (const tagNumber of ['4-1101', '4-1102', '4-1103', '5-2103']) {
    animals.push(await post<Listed>(page, 'animals', { tagNumber, species: 'sheep', sex: 'female', birthDate: '2024-03-01' }));
  }
  const [first, second, third, other] = animals as [Listed, Listed, Listed, Listed];
  await recordAll(page, [first, third], { kind: 'weighing', weightGrams: 45_359 });
  const { id } = await post(page, 'worklists', {
    name: 'Weighing',
    work: 'weigh',
    animalIds: [first.id, second.id, third.id],
  });
  await page.goto('/');
  await page
    .getByRole('region', { name: /^Unfinished/ })
    .getByText(/0 of 3, 3 to go/)
    .waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await saved(page);
  await page.getByRole('link', { name: /Weighing/ }).tap();
  await key(page, 'Weigh').waitFor();
  await page.context().setOffline(true);

  for (const digit of '03') await key(page, digit).tap();
  await page.getByText(/^Not in this list/).waitFor();
  await expectGoodLook(page);
  await page.getByRole('button', { name: /^5-2103/ }).tap();
  await page.getByText('Unexpected', { exact: true }).waitFor();
  for (const digit of '98.5') await key(page, digit).tap();
  await key(page, 'Save').tap();
  await page.getByText(/5-2103, 98\.5 lbs/).waitFor();
  for (const digit of '1101') await key(page, digit).tap();
  await key(page, 'Weigh').tap();
  for (const digit of '45') await key(page, digit).tap();
  await key(page, 'Save').tap();
  const doubt = page.getByRole('alertdialog', { name: 'Can this be?' });
  await doubt.getByText('55% less in 7 days?').waitFor();
  await expectAccessible(page);
  await doubt.getByRole('button', { name: 'Type again' }).tap();
  for (const digit of '107') await key(page, digit).tap();
  await page.getByText(/^\+1 lbs\/day since/).waitFor();
  await key(page, 'Save').tap();
  await page.getByText(/4-1101, 107 lbs, \+1 lbs\/day/).waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: /^Not sent yet: 4-1101/ })
    .waitFor();
  await page.close();

  const again = await page.context().newPage();
  await again.goto(`/work/${id}`);
  await again.getByText('1 of 3, 2 to go, 1 unexpected').waitFor();
  for (const digit of '101') await key(again, digit).tap();
  await again.getByText(/^Done already/).waitFor();
  await key(again, 'Weigh').tap();
  await again.getByText('Already entered').waitFor();
  await expectAccessible(again);
  for (const digit of '108') await key(again, digit).tap();
  await key(again, 'Save').tap();
  await again.getByText(/4-1101, 108 lbs/).waitFor();
  await again.context().setOffline(false);
  await saved(again);
  await again.locator('output', { hasText: /^Saved: 4-1101, 108 lbs/ }).waitFor();

  const desk = await openPage({ viewport: desktop });
  const { username, password } = person;
  expect((await desk.request.post('/api/auth/login', { data: { username, password } })).status()).toBe(200);
  await desk.goto(`/work/${id}`);
  await desk.getByText('1 of 3, 2 to go, 1 unexpected').waitFor();
  await desk.keyboard.type('1102');
  await desk.keyboard.press('Enter');
  await desk.keyboard.type('101');
  await expectAccessible(desk);
  await desk.keyboard.press('Enter');
  await desk.getByText(/4-1102, 101 lbs/).waitFor();
  await saved(desk);
  // The other phone has not heard of it yet.
  for (const digit of '1102') await key(again, digit).tap();
  await key(again, 'Weigh').tap();
  for (const digit of '102') await key(again, digit).tap();
  await key(again, 'Save').tap();
  await again.getByText('2 of 3, 1 to go, 1 unexpected').waitFor();
  await saved(again);
  await again.getByRole('button', { name: 'List' }).tap();
  const twice = again.getByText('Entered twice');
  await twice.waitFor();
  await expectGoodLook(again);
  await again.getByRole('button', { name: 'Undo 4-1102' }).first().tap();
  await twice.waitFor({ state: 'detached' });
  await again.getByRole('button', { name: 'Finish', exact: true }).tap();
  await again.getByText('2 of 3, 1 missing, 1 unexpected').waitFor();
  await saved(again);
  const weights = await get<Weighed>(again, `events?kind=weighing&worklistId=${id}`);
  expect(
    Object.fromEntries(weights.map(({ animalId, weightGrams }) => [animalId, Math.round(weightGrams / 453.592_37)])),
  ).toEqual({
    [first.id]: 108,
    [second.id]: 102,
    [other.id]: 99,
  });
  expect(weights).toHaveLength(3);
});
