// @module-tag long
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { phoneWithoutSignal, setUpBrowser } from '#test/browser.ts';
import { addAnimal, get, post, record } from '#test/page-api.ts';
import { daysAgo, findSignal, loseSignal, see, tap, tapKeys, today, whom } from '#test/steps.ts';
import { toast } from '#test/ui-actions.ts';

const { openFarm } = setUpBrowser();

async function begin(page: Page, work: string): Promise<void> {
  const start = page.getByRole('navigation', { name: 'Start' });
  const often = ['Weigh', 'Vaccinate', 'Treat', 'Move', 'Trim hooves', 'Count'];
  if (!often.includes(work)) await start.getByText('All tasks').tap();
  await start.getByRole('link', { name: work, exact: true }).tap();
}

const chooseAll = (page: Page, who: string) => whom(page, who === '2 ewes' ? /^Ewes 2/ : /^All 2/).tap();

/** Records the same for all ewes, or for those that are named. */
async function recordForAll(page: Page, work: string, doing: string, fillIn?: () => Promise<unknown>, who = '2 ewes') {
  await begin(page, work);
  await fillIn?.();
  await chooseAll(page, who);
  await tap(page, `${work} ${who}`);
  await see(toast(page, `${doing}: ${who}`), 'Not sent yet');
}

/** Enters a value for each ewe, or for those that are named, and finishes the list. */
async function workThrough(page: Page, work: string, enter: () => Promise<void>, who = '2 ewes'): Promise<void> {
  await begin(page, work);
  await chooseAll(page, who);
  await tap(page, `Begin ${who}`);
  await see(page, '0 of 2, 2 to go');
  await enter();
  await page.getByText('2 of 2', { exact: true }).waitFor();
  await tap(page, 'Review and finish', /^Finish$/);
  await toast(page, 'Not sent yet').first().waitFor();
  await page.getByRole('link', { name: 'Leave; it can be taken up again' }).tap();
}

/** Opens the first animal; saving opens the second. */
async function typeNumbers(page: Page, ...numbers: readonly string[]): Promise<void> {
  await tap(page, /^[EL]-1/);
  for (const number of numbers) await tapKeys(page, number, 'Save');
}

async function answer(page: Page, work: string, ...answers: readonly string[]): Promise<void> {
  await tap(page, /^E-1/);
  await tap(page.getByRole('group', { name: work }), ...answers);
}

test('work of every kind is done without signal, survives a cold start, and is sent once when there is signal', async () => {
  const { page } = await openFarm(phoneWithoutSignal);
  const ewe = { species: 'sheep', birthDate: '2024-03-01' };
  const animalId = await addAnimal(page, 'E-1', ewe);
  await addAnimal(page, 'E-2', ewe);
  for (const tag of ['L-1', 'L-2']) await addAnimal(page, tag, { species: 'sheep', birthDate: daysAgo(90) });
  await post(page, 'places', { name: 'Mill Field' });
  for (const name of ['Keep', 'Sell']) await post(page, 'groups', { name });
  const before = { animalId, day: daysAgo(40) };
  await record(
    page,
    { ...before, kind: 'treatment', productName: 'Drench', withdrawals: [{ product: 'meat', days: 5 }] },
    { ...before, kind: 'vaccination', productName: 'CD&T', dose: 2, unit: 'ml' },
  );
  await page.goto('/work');
  await loseSignal(page);

  await recordForAll(page, 'Vaccinate', 'Vaccinating');
  await recordForAll(page, 'Treat', 'Treating');
  await recordForAll(page, 'Move', 'Moving', () =>
    page.getByRole('radiogroup', { name: 'Where to' }).getByRole('radio', { name: 'Mill Field' }).tap(),
  );
  await recordForAll(page, 'Trim hooves', 'Trimming hooves');
  await recordForAll(page, 'Shear', 'Shearing');
  await recordForAll(page, 'Pooled egg count', 'Pooled egg count', () => page.getByLabel(/egg/i).first().fill('450'));

  await workThrough(page, 'Weigh', () => typeNumbers(page, '98', '101'));
  await workThrough(page, 'Score FAMACHA', () => answer(page, 'Score FAMACHA', '2 red-pink', '4 pink-white'));
  await workThrough(page, 'Score body condition', () => answer(page, 'Score body condition', '3.5', '2 thin'));
  await workThrough(page, 'Count worm eggs', () => typeNumbers(page, '300', '50'));
  await page.close();

  const again = await page.context().newPage();
  await again.goto('/work');
  await workThrough(again, 'Check pregnancy', () => answer(again, 'Check pregnancy', '2', '0 not pregnant'));
  await workThrough(again, 'Sort into groups', () => answer(again, 'Sort into groups', 'Keep', 'Sell'));
  await workThrough(again, 'Count', () => tapKeys(again, 'Done', 'Done'));
  await recordForAll(again, 'Wean', 'Weaning', undefined, '2 lambs');
  await workThrough(again, 'Weigh at weaning', () => typeNumbers(again, '49', '42'), '2 lambs');
  await begin(again, 'Sell');
  await again.getByLabel('Buyer').fill('Bob Miller');
  await chooseAll(again, '2 ewes');
  await see(again, '2 are in withdrawal');
  await again.getByLabel('Reason for selling in withdrawal').fill('They go to another farm');
  await tap(again, 'Sell 2 ewes');
  await again.getByRole('heading', { name: 'Receipt' }).waitFor();
  expect(await get(again, 'worklists')).toEqual([]);

  await findSignal(again);
  const recorded = await get<{ kind: string; day: string }>(again, 'events?limit=1000');
  const ofToday = recorded.filter(({ day }) => day === today).map(({ kind }) => kind);
  const counts = Map.groupBy(ofToday, (kind) => kind);
  expect(Object.fromEntries([...counts].map(([kind, { length }]) => [kind, length]))).toEqual({
    vaccination: 2,
    treatment: 2,
    move: 4,
    hooves: 2,
    shearing: 2,
    scores: 8,
    weighing: 4,
    pregnancyCheck: 2,
    note: 2,
    weaning: 2,
    sale: 2,
  });
  const worklists = await get<{ work: string; archivedAt: string | null }>(again, 'worklists');
  const finished = ['bodyCondition', 'count', 'eggCount', 'famacha', 'pregnancyCheck', 'sort', 'weigh', 'weighAtWeaning'];
  expect(worklists.map(({ work }) => work).toSorted()).toEqual(finished);
  expect(worklists.filter(({ archivedAt }) => archivedAt === null)).toEqual([]);
}, 600_000);
