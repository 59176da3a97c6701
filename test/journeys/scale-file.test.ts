// @module-tag long
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { calendarDateOf } from '#domain/values/calendar-date.ts';
import { addDays } from '#domain/values/dates.ts';
import { expectAccessible, phoneWithoutSignal, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { get, post } from '#test/page-api.ts';
import { toast } from '#test/ui-actions.ts';

const { openFarm } = setUpBrowser();
const today = calendarDateOf(new Date());

const saved = (page: Page) => page.getByRole('button', { name: /^Saved/ }).waitFor();

const readFile = (page: Page, name: string, lines: readonly string[]) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) });
const lines = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
const onThisPhone = (page: Page, title: string) => toast(page, title).getByText('Not sent yet').waitFor();

test('the file of a scale is shown before it counts, recorded without signal, undone in one piece, and recorded once', async () => {
  const { page } = await openFarm(phoneWithoutSignal);
  const flock: { id: string }[] = [];
  for (let each = 1; each <= 6; each += 1)
    flock.push(
      await post(page, 'animals', { tagNumber: `4-110${each}`, species: 'sheep', sex: 'female', birthDate: '2024-03-01' }),
    );
  const [withEid, , lighter, dead, , typed] = flock;
  await post(page, 'animal-tags', { animalId: withEid?.id, kind: 'eid', number: '826071339300045' });
  await post(page, 'events', {
    events: [
      { animalId: lighter?.id, kind: 'weighing', weightGrams: 45_359 },
      { animalId: dead?.id, kind: 'death' },
    ].map((event) => ({ ...event, id: crypto.randomUUID(), day: addDays(today, -7) })),
  });
  const { id } = await post(page, 'worklists', {
    name: 'Weighing',
    work: 'weigh',
    animalIds: flock.slice(0, 3).map((ewe) => ewe.id),
  });
  await post(page, 'events', {
    events: [{ id: crypto.randomUUID(), kind: 'weighing', animalId: typed?.id, day: today, weightGrams: 50_000, worklistId: id }],
  });
  await page.goto(`/work/${id}`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined);
  await saved(page);
  await page.context().setOffline(true);

  const ofScale = [
    'EID,Visual ID,Weight,Date',
    `826071339300045,,98.5,${today}`,
    `,4-1102,101,${today}`,
    `,4-1102,102,${today}`,
    `,4-1103,45,${today}`,
    `826071339399999,,80,${today}`,
    `,4-1104,90,${today}`,
    `,4-1105,,${today}`,
    `,4-1106,111,${today}`,
  ];
  await readFile(page, 'scale.csv', ofScale);
  await lines(page, 'Ready')
    .getByText(/98\.5 lbs/)
    .waitFor();
  await lines(page, 'Ready')
    .getByText(/102 lbs/)
    .waitFor();
  await lines(page, 'Read more than once, left out')
    .getByText(/101 lbs/)
    .waitFor();
  await lines(page, 'Can this be? Tick what is right')
    .getByText(/55% less than 100 lbs 7 days ago/)
    .waitFor();
  await lines(page, 'Not found')
    .getByText(/826071339399999/)
    .waitFor();
  await lines(page, 'No longer on the farm')
    .getByText(/4-1104/)
    .waitFor();
  await lines(page, 'Not readable')
    .getByText(/No weight/)
    .waitFor();
  await lines(page, 'Entered already, left out')
    .getByText(/111 lbs/)
    .waitFor();
  await expectGoodLook(page);
  await page.getByRole('button', { name: 'Record 2 animals' }).waitFor();
  await page.getByRole('checkbox', { name: 'Record 4-1103' }).tap();
  await page.getByRole('button', { name: 'Record 3 animals' }).tap();
  await onThisPhone(page, 'Weighing: 3 animals');
  await page.getByText('3 of 3, 1 unexpected').waitFor();

  await toast(page, 'Weighing: 3 animals').getByRole('button', { name: 'Undo' }).tap();
  await onThisPhone(page, 'Undone: Weighing');
  await page.getByText('0 of 3, 3 to go, 1 unexpected').waitFor();
  await readFile(page, 'scale.csv', ofScale);
  await page.getByRole('button', { name: 'Record 2 animals' }).tap();
  await page.getByText('2 of 3, 1 to go, 1 unexpected').waitFor();
  await page.close();

  const again = await page.context().newPage();
  await again.goto(`/work/${id}`);
  await again.getByText('2 of 3, 1 to go, 1 unexpected').waitFor();
  await readFile(again, 'scale.csv', ofScale);
  await lines(again, 'Entered already, left out')
    .getByText(/98\.5 lbs/)
    .waitFor();
  await again
    .getByRole('button', { name: 'Go on' })
    .or(again.getByRole('button', { name: 'Cancel' }))
    .tap();
  await again.context().setOffline(false);
  await saved(again);
  const pounds = async () => {
    const weights = await get<{ animalId: string; weightGrams: number }>(again, `events?kind=weighing&worklistId=${id}`);
    return Object.fromEntries(
      weights.map(({ animalId, weightGrams }) => [
        flock.findIndex((ewe) => ewe.id === animalId) + 1,
        Math.round((weightGrams / 453.592_37) * 10) / 10,
      ]),
    );
  };
  expect(await pounds()).toEqual({ 1: 98.5, 2: 102, 6: 110.2 });

  await again.goto('/history');
  await again.getByText('Added a work list').first().waitFor();
  await again.getByRole('article', { name: 'Weighing' }).first().getByRole('button', { name: 'Undo Weighing' }).tap();
  await toast(again, 'Undone').waitFor();
  expect(await pounds()).toEqual({ 6: 110.2 });
});

test('the file of a stick reader counts who was there, without signal', async () => {
  const { page } = await openFarm(phoneWithoutSignal);
  const flock: { id: string }[] = [];
  for (const each of [1, 2, 3]) {
    const ewe = await post(page, 'animals', { tagNumber: `4-110${each}`, species: 'sheep', sex: 'female' });
    await post(page, 'animal-tags', { animalId: ewe.id, kind: 'eid', number: `82607133930004${each}` });
    flock.push(ewe);
  }
  const { id } = await post(page, 'worklists', { name: 'Counting', work: 'count', animalIds: flock.map((ewe) => ewe.id) });
  await page.goto(`/work/${id}`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined);
  await saved(page);
  await page.context().setOffline(true);
  await readFile(page, 'session.txt', ['826 071339300041', 'A0000000826071339300042', '826071339300042', '826071339399999', 'x']);
  await lines(page, 'Ready').getByText('4-1101').waitFor();
  await lines(page, 'Read more than once, left out').getByText('4-1102').waitFor();
  await lines(page, 'Not found').getByText('826071339399999').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Record 2 animals' }).tap();
  await onThisPhone(page, 'Counting: 2 animals');
  await page.getByText('2 of 3, 1 to go').waitFor();
  await page.getByRole('button', { name: 'List' }).tap();
  await page.getByRole('region', { name: 'Still to go' }).getByText('4-1103').waitFor();
  await page.getByRole('button', { name: 'Undo 4-1101' }).tap();
  await page.getByText('1 of 3, 2 to go').waitFor();
  await page.context().setOffline(false);
  await saved(page);
  const notes = await get<{ animalId: string; note: string }>(page, `events?kind=note&worklistId=${id}`);
  expect(notes.map(({ animalId, note }) => [animalId, note])).toEqual([[flock[1]?.id, 'Counted']]);
});
