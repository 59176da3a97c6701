// @module-tag long
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { phoneWithoutSignal, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { addAnimal, get, post, record } from '#test/page-api.ts';
import { chooseFile, daysAgo, findSignal, loseSignal, press, see, seeButton, tap, today } from '#test/steps.ts';
import { toast } from '#test/ui-actions.ts';

const { openFarm } = setUpBrowser();

/** What the page says of the lines of the file, by the title above them. */
async function expectLines(page: Page, told: Readonly<Record<string, readonly (string | RegExp)[]>>): Promise<void> {
  for (const [title, texts] of Object.entries(told)) await see(page.getByRole('region', { name: title, exact: true }), ...texts);
}
const onThisPhone = (page: Page, title: string) => see(toast(page, title), 'Not sent yet');

async function flockOf(page: Page, heads: number): Promise<string[]> {
  const flock: string[] = [];
  for (let each = 1; each <= heads; each += 1)
    flock.push(await addAnimal(page, `4-110${each}`, { species: 'sheep', birthDate: '2024-03-01' }));
  return flock;
}

test('the file of a scale is shown before it counts, recorded without signal, undone in one piece, and recorded once', async () => {
  const { page } = await openFarm(phoneWithoutSignal);
  const flock = await flockOf(page, 6);
  const [withEid, , lighter, dead, , typed] = flock;
  await post(page, 'animal-tags', { animalId: withEid, kind: 'eid', number: '826071339300045' });
  const { id } = await post(page, 'worklists', { name: 'Weighing', work: 'weigh', animalIds: flock.slice(0, 3) });
  await record(
    page,
    { animalId: lighter, kind: 'weighing', day: daysAgo(7), weightGrams: 45_359 },
    { animalId: dead, kind: 'death', day: daysAgo(7) },
    { animalId: typed, kind: 'weighing', weightGrams: 50_000, worklistId: id },
  );
  await page.goto(`/work/${id}`);
  await loseSignal(page);

  const readings = '826071339300045,,98.5 ,4-1102,101 ,4-1102,102 ,4-1103,45 826071339399999,,80 ,4-1104,90 ,4-1105, ,4-1106,111';
  const ofScale = ['EID,Visual ID,Weight,Date', ...readings.split(' ').map((reading) => `${reading},${today}`)].join('\r\n');
  await chooseFile(page, 'scale.csv', ofScale);
  await expectLines(page, {
    Ready: [/98\.5 lbs/, /102 lbs/],
    'Read more than once, left out': [/101 lbs/],
    'Can this be? Tick what is right': [/55% less than 100 lbs 7 days ago/],
    'Not found': [/826071339399999/],
    'No longer on the farm': [/4-1104/],
    'Not readable': [/No weight/],
    'Entered already, left out': [/111 lbs/],
  });
  await expectGoodLook(page);
  await seeButton(page, 'Record 2 animals');
  await page.getByRole('checkbox', { name: 'Record 4-1103' }).tap();
  await tap(page, 'Record 3 animals');
  await onThisPhone(page, 'Weighing: 3 animals');
  await see(page, '3 of 3, 1 unexpected');
  await tap(toast(page, 'Weighing: 3 animals'), 'Undo');
  await onThisPhone(page, 'Undone: Weighing');
  await see(page, '0 of 3, 3 to go, 1 unexpected');
  await chooseFile(page, 'scale.csv', ofScale);
  await tap(page, 'Record 2 animals');
  await see(page, '2 of 3, 1 to go, 1 unexpected');
  await page.close();

  const again = await page.context().newPage();
  await again.goto(`/work/${id}`);
  await see(again, '2 of 3, 1 to go, 1 unexpected');
  await chooseFile(again, 'scale.csv', ofScale);
  await expectLines(again, { 'Entered already, left out': [/98\.5 lbs/] });
  await tap(again, /^(?:Go on|Cancel)$/);
  await findSignal(again);
  const pounds = async () => {
    const weights = await get<{ animalId: string; weightGrams: number }>(again, `events?kind=weighing&worklistId=${id}`);
    const toPounds = (grams: number) => Math.round((grams / 453.592_37) * 10) / 10;
    return Object.fromEntries(weights.map(({ animalId, weightGrams }) => [flock.indexOf(animalId) + 1, toPounds(weightGrams)]));
  };
  expect(await pounds()).toEqual({ 1: 98.5, 2: 102, 6: 110.2 });

  await again.goto('/history');
  await again.getByText('Added a work list').first().waitFor();
  await press(again.getByRole('article', { name: 'Weighing' }).first(), 'Undo Weighing');
  await toast(again, 'Undone').waitFor();
  expect(await pounds()).toEqual({ 6: 110.2 });
});
