import { expect, test } from 'vitest';
import { addDays } from '#domain/values/dates.ts';
import { desktop, expectAccessible, phoneWithoutSignal, setUpBrowser, expectGoodLook, touchPhone } from '#test/browser.ts';
import { addAnimal, get, post, record, send } from '#test/page-api.ts';
import {
  daysAgo,
  findSignal,
  key,
  loseSignal,
  saved,
  see,
  seeButton,
  seeHeading,
  tap,
  tapKeys,
  today,
  whom,
} from '#test/steps.ts';
import { isInSight, Touches } from '#test/touches.ts';
import { newPerson, registerByApi, toast } from '#test/ui-actions.ts';
import { longTest } from '#test/long-run.ts';

const { product, openPage, openFarm } = setUpBrowser();

interface Listed {
  readonly id: string;
  readonly tagNumber: string;
}

/** A phone of a farm with a herd, whose touches are counted. */
async function openHerd(heads: number) {
  const page = await openPage(touchPhone);
  const touches = await Touches.on(page);
  const person = newPerson('ada');
  await registerByApi(page, person);
  await product().addHerd(person.username, heads);
  const herd = (await get<Listed>(page, 'animals')).toSorted((a, b) => (a.tagNumber < b.tagNumber ? -1 : 1));
  const recordOf = (animals: readonly Listed[], event: object) =>
    record(page, ...animals.map(({ id }) => ({ animalId: id, day: daysAgo(7), ...event })));
  return { page, touches, herd, recordOf };
}

longTest(
  '62 are moved with 4 touches, 80 that are chosen are vaccinated with at most 6, and 16 are weighed with at most 4 each',
  async () => {
    const { page, touches, herd, recordOf } = await openHerd(80);
    const [pen, field] = [await post(page, 'places', { name: 'Pen 2' }), await post(page, 'places', { name: 'Mill Field' })];
    const group = await post(page, 'groups', { name: 'First kidders' });
    await recordOf(herd.slice(0, 62), { kind: 'move', placeId: pen.id });
    await recordOf(herd.slice(0, 16), { kind: 'move', groupId: group.id });
    await recordOf(herd.slice(0, 16), { kind: 'weighing', weightGrams: 20_000 });
    const vaccination = { kind: 'vaccination', productName: 'CD&T', dose: 2, unit: 'ml' };
    await recordOf(herd.slice(79), { ...vaccination, day: daysAgo(370), nextDueDay: daysAgo(5) });

    await page.goto('/work');
    await saved(page);
    await expectGoodLook(page);
    await touches.startAgain();
    await touches.tap(page.getByRole('link', { name: 'Move' }));
    await touches.tap(page.getByRole('radiogroup', { name: 'Where to' }).getByRole('radio', { name: 'Mill Field' }));
    await touches.tap(whom(page, /^Pen 2 62/));
    await touches.tap(page.getByRole('button', { name: /^Move 62/ }));
    await toast(page, 'Moving: 62').waitFor();
    expect(await touches.count()).toBeLessThanOrEqual(4);
    await saved(page);
    const states = await get<{ placeId: string | null }>(page, 'animal-states');
    expect(states.filter(({ placeId }) => placeId === field.id)).toHaveLength(62);

    await page.goto('/animals');
    await tap(page, 'Rows', 'Select', 'All 80');
    await see(page, '80 selected');
    await touches.startAgain();
    await touches.tap(page.getByRole('link', { name: 'Vaccinate' }));
    await seeButton(page, /^Vaccinate 80/);
    expect(await page.getByRole('button', { name: 'Product' }).first().textContent()).toBe('CD&T');
    await expectGoodLook(page);
    await touches.tap(page.getByRole('button', { name: /^Vaccinate 80/ }));
    await toast(page, 'Vaccinating: 80').waitFor();
    expect(await touches.count()).toBeLessThanOrEqual(6);
    await saved(page);
    const vaccinations = await get<{ animalId: string; nextDueDay: string }>(page, 'events?kind=vaccination');
    const todays = vaccinations.filter(({ nextDueDay }) => nextDueDay === addDays(today, 365));
    expect(new Set(todays.map(({ animalId }) => animalId)).size).toBe(80);
    await tap(toast(page, 'Vaccinating: 80'), 'Undo');
    await toast(page, 'Undone').waitFor();
    await saved(page);
    expect(await get(page, 'events?kind=vaccination')).toHaveLength(1);

    await page.getByRole('link', { name: 'Weigh', exact: true }).tap();
    await whom(page, /^First kidders 16/).tap();
    await tap(page, /^Begin 16/);
    await see(page, '0 of 16, 16 to go');
    await seeHeading(page, 'Weighing: First kidders');
    await touches.startAgain();
    await touches.tap(key(page, 'Weigh'));
    for (const [index, { tagNumber }] of herd.slice(0, 16).entries()) {
      await page.getByRole('region', { name: 'Animal' }).getByText(tagNumber, { exact: true }).waitFor();
      for (const digit of String(45 + (index % 10))) await touches.tap(key(page, digit));
      await touches.tap(key(page, 'Save'));
    }
    expect((await touches.count()) / 16).toBeLessThanOrEqual(4);
    await page.getByText('16 of 16', { exact: true }).waitFor();
    await tap(page, 'Review and finish');
    // However long the list is, it is finished without scrolling.
    expect(await page.getByRole('button', { name: 'Finish', exact: true }).evaluate(isInSight)).toBe(true);
    await tap(page, /^Finish$/);
    await toast(page, 'Finished').waitFor();
    await expectAccessible(page);
    await saved(page);
    const [worklist] = await get<Listed & { archivedAt: string | null }>(page, 'worklists');
    expect(worklist?.archivedAt).not.toBeNull();
    expect(await get(page, `events?worklistId=${worklist?.id}&limit=1000`)).toHaveLength(16);
  },
);

longTest(
  'five are sold to one buyer with a receipt with at most 12 touches, and one in withdrawal only with a reason',
  async () => {
    const { page, touches, herd, recordOf } = await openHerd(8);
    const withdrawals = [{ product: 'meat', days: 30 }];
    await recordOf(herd.slice(6, 7), { kind: 'treatment', productName: 'Dewormer', withdrawals });
    await recordOf(herd.slice(7), { kind: 'sale', buyer: 'Bob Miller', price: 90 });
    const optionOf = ({ tagNumber }: Listed) => page.getByRole('option', { name: new RegExp(`${tagNumber}\\b`) });

    await page.goto('/work');
    await saved(page);
    await touches.startAgain();
    await touches.tap(page.getByText('All tasks'));
    await touches.tap(page.getByRole('link', { name: 'Sell' }));
    await touches.tap(page.getByRole('radio', { name: 'Bob Miller' }));
    await touches.tap(page.getByRole('radio', { name: /^Choose…/ }));
    await page.getByRole('option').first().waitFor();
    await expect.poll(() => page.getByText('0 selected').evaluate(isInSight)).toBe(true);
    for (const animal of herd.slice(0, 5)) await touches.tap(optionOf(animal));
    await touches.tap(page.getByRole('button', { name: /^Sell 5/ }));
    await page.getByRole('heading', { name: 'Receipt' }).waitFor();
    expect(await touches.count()).toBeLessThanOrEqual(12);
    const receipt = page.getByRole('article', { name: 'Receipt' });
    await see(receipt, 'Bob Miller', '5 animals', '$450.00');
    expect(await receipt.getByText('$90.00').count()).toBe(5);
    await expectGoodLook(page);
    await saved(page);

    await page.goto('/work/new?do=sell');
    await page.getByRole('radio', { name: /^Choose…/ }).tap();
    for (const animal of herd.slice(5, 7)) await optionOf(animal).tap();
    await see(page, 'One is in withdrawal');
    await seeButton(page, 'Why in withdrawal?');
    await page.getByLabel('Reason for selling in withdrawal').fill('Goes to a pet home');
    await expectAccessible(page);
    await tap(page, /^Sell 2/);
    await see(receipt, /^No meat until /);
    expect(await receipt.getByText('Goes to a pet home').count()).toBe(0);
    await saved(page);
    const sales = await get<{ animalId: string; reason: string | null }>(page, 'events?kind=sale');
    expect(sales.flatMap(({ animalId, reason }) => (reason === null ? [] : animalId))).toEqual([herd[6]?.id]);
  },
);

test('a weighing goes on without signal and after a cold start, asks about what cannot be, is shared by two phones, and stands on Today', async () => {
  const { page, person } = await openFarm(phoneWithoutSignal);
  const animals: string[] = [];
  for (const tag of ['4-1101', '4-1102', '4-1103', '5-2103'])
    animals.push(await addAnimal(page, tag, { species: 'sheep', birthDate: '2024-03-01' }));
  const [first, second, third] = animals;
  const weight = { kind: 'weighing', day: daysAgo(7), weightGrams: 45_359 };
  await record(page, { ...weight, animalId: first }, { ...weight, animalId: third });
  const { id } = await post(page, 'worklists', { name: 'Weighing', work: 'weigh', animalIds: [first, second, third] });
  await page.goto('/');
  await see(page.getByRole('region', { name: /^Unfinished/ }), /0 of 3, 3 to go/);
  await loseSignal(page);
  await page.getByRole('link', { name: /Weighing/ }).tap();
  await key(page, 'Weigh').waitFor();

  await tapKeys(page, '03');
  await see(page, /^Not in this list/);
  await expectGoodLook(page);
  await tap(page, /^5-2103/);
  await page.getByText('Unexpected', { exact: true }).waitFor();
  await tapKeys(page, '98.5', 'Save');
  await see(page, /5-2103, 98\.5 lbs/);
  await tapKeys(page, '1101', 'Weigh', '45', 'Save');
  const doubt = page.getByRole('alertdialog', { name: 'Can this be?' });
  await see(doubt, '55% less in 7 days?');
  await expectAccessible(page);
  await tap(doubt, 'Type again');
  await tapKeys(page, '107');
  await see(page, /^\+1 lbs\/day since/);
  await tapKeys(page, 'Save');
  await see(page, /4-1101, 107 lbs, \+1 lbs\/day/);
  const told = page.getByRole('status').filter({ hasText: /^Not sent yet: 4-1101/ });
  await told.waitFor();
  await page.close();

  const again = await page.context().newPage();
  await again.goto(`/work/${id}`);
  await see(again, '1 of 3, 2 to go, 1 unexpected');
  await tapKeys(again, '101');
  await see(again, /^Done already/);
  await tapKeys(again, 'Weigh');
  await see(again, 'Already entered');
  await expectAccessible(again);
  await tapKeys(again, '108', 'Save');
  await see(again, /4-1101, 108 lbs/);
  await findSignal(again);
  await again.locator('output', { hasText: /^Saved: 4-1101, 108 lbs/ }).waitFor();

  const desk = await openPage({ viewport: desktop });
  await send(desk, 'auth/login', { username: person.username, password: person.password });
  await desk.goto(`/work/${id}`);
  await see(desk, '1 of 3, 2 to go, 1 unexpected');
  await desk.keyboard.type('1102');
  await desk.keyboard.press('Enter');
  await desk.keyboard.type('101');
  await expectAccessible(desk);
  await desk.keyboard.press('Enter');
  await see(desk, /4-1102, 101 lbs/);
  await saved(desk);
  // The other phone has not heard of it yet.
  await tapKeys(again, '1102', 'Weigh', '102', 'Save');
  await see(again, '2 of 3, 1 to go, 1 unexpected');
  await saved(again);
  await tap(again, 'List');
  const twice = again.getByText('Entered twice');
  await twice.waitFor();
  await expectGoodLook(again);
  await again.getByRole('button', { name: 'Undo 4-1102' }).first().tap();
  await twice.waitFor({ state: 'detached' });
  await tap(again, /^Finish$/);
  await see(again, '2 of 3, 1 missing, 1 unexpected');
  await saved(again);
  const weights = await get<{ animalId: string; weightGrams: number }>(again, `events?kind=weighing&worklistId=${id}`);
  const pounds = weights.map(({ animalId, weightGrams }) => [animals.indexOf(animalId), Math.round(weightGrams / 453.592_37)]);
  expect(pounds).toHaveLength(3);
  expect(Object.fromEntries(pounds)).toEqual({ 0: 108, 1: 102, 3: 99 });
});

longTest(
  'who had a product a short while ago is left out and can be included, and who gives birth soon is one touch',
  async () => {
    const { page } = await openFarm(touchPhone);
    const sheep = { species: 'sheep', birthDate: '2024-03-01' };
    const [animalId, motherId] = [await addAnimal(page, 'E-1', sheep), await addAnimal(page, 'E-2', sheep)];
    const fatherId = await addAnimal(page, 'R-1', { ...sheep, sex: 'male' });
    await record(page, { animalId, day: daysAgo(7), kind: 'vaccination', productName: 'CD&T' });
    await post(page, 'breeding-records', { motherId, fatherId, breedingDate: daysAgo(130) });
    await page.goto('/work/new?do=vaccinate');
    await whom(page, /^Ewes 2/).tap();
    await see(page, /^1 had it on .* and is left out/);
    await seeButton(page, 'Vaccinate 1 ewe');
    await expectGoodLook(page);
    await tap(page, 'Include');
    await seeButton(page, 'Vaccinate 2 ewes');
    await whom(page, /^Due in 4 weeks 1/).tap();
    await tap(page, 'Vaccinate 1 ewe');
    await toast(page, 'Vaccinating: 1 ewe').waitFor();
  },
);
