// @module-tag long
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { calendarDateOf } from '#domain/values/calendar-date.ts';
import { addDays } from '#domain/values/dates.ts';
import { phoneWithoutSignal, setUpBrowser } from '#test/browser.ts';
import { get, post } from '#test/page-api.ts';
import { toast } from '#test/ui-actions.ts';

const { openFarm } = setUpBrowser();
const today = calendarDateOf(new Date());

interface Recorded {
  readonly kind: string;
  readonly day: string;
}

async function begin(page: Page, work: string): Promise<void> {
  const start = page.getByRole('navigation', { name: 'Start' });
  const often = ['Weigh', 'Vaccinate', 'Treat', 'Move', 'Trim hooves', 'Count'];
  if (!often.includes(work)) await start.getByText('All tasks').tap();
  await start.getByRole('link', { name: work, exact: true }).tap();
}
const whom = (page: Page, name: RegExp) => page.getByRole('radiogroup', { name: 'Which animals' }).getByRole('radio', { name });
const key = (page: Page, name: string) => page.getByRole('group', { name: 'Numbers' }).getByRole('button', { name, exact: true });

/** Records the same for all ewes. */
async function recordForAll(
  page: Page,
  work: string,
  doing: string,
  fill: () => Promise<unknown> = async () => {},
  who = '2 ewes',
): Promise<void> {
  await begin(page, work);
  await fill();
  await whom(page, who === '2 ewes' ? /^Ewes 2/ : /^All 2/).tap();
  await page.getByRole('button', { name: `${work} ${who}` }).tap();
  const told = toast(page, `${doing}: ${who}`);
  await told.getByText('Not sent yet').waitFor();
}

/** Enters a value for each ewe and finishes the list. */
async function workThrough(page: Page, work: string, enter: () => Promise<void>, who = '2 ewes'): Promise<void> {
  await begin(page, work);
  await whom(page, who === '2 ewes' ? /^Ewes 2/ : /^All 2/).tap();
  await page.getByRole('button', { name: `Begin ${who}` }).tap();
  await page.getByText('0 of 2, 2 to go').waitFor();
  await enter();
  await page.getByText('2 of 2', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Review and finish' }).tap();
  await page.getByRole('button', { name: 'Finish', exact: true }).tap();
  await toast(page, 'Not sent yet').first().waitFor();
  await page.getByRole('link', { name: 'Leave; it can be taken up again' }).tap();
}

/** Opens the first animal; saving opens the second. */
async function typeNumbers(page: Page, ...numbers: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: /^[EL]-1/ }).tap();
  for (const number of numbers) {
    for (const digit of number) await key(page, digit).tap();
    await key(page, 'Save').tap();
  }
}

async function choose(page: Page, work: string, ...answers: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: /^E-1/ }).tap();
  for (const answer of answers) await page.getByRole('group', { name: work }).getByRole('button', { name: answer }).tap();
}

test('work of every kind is done without signal, survives a cold start, and is sent once when there is signal', async () => {
  const { page } = await openFarm(phoneWithoutSignal);
  const animals: { id: string }[] = [];
  for (const tagNumber of ['E-1', 'E-2'])
    animals.push(await post(page, 'animals', { tagNumber, species: 'sheep', sex: 'female', birthDate: '2024-03-01' }));
  for (const tagNumber of ['L-1', 'L-2'])
    await post(page, 'animals', { tagNumber, species: 'sheep', sex: 'female', birthDate: addDays(today, -90) });
  await post(page, 'places', { name: 'Mill Field' });
  for (const name of ['Keep', 'Sell']) await post(page, 'groups', { name });
  await post(page, 'events', {
    events: [
      { kind: 'treatment', productName: 'Drench', withdrawals: [{ product: 'meat', days: 5 }] },
      { kind: 'vaccination', productName: 'CD&T', dose: 2, unit: 'ml' },
    ].map((event) => ({ id: crypto.randomUUID(), animalId: animals[0]!.id, day: addDays(today, -40), ...event })),
  });
  await page.goto('/work');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined);
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  await page.context().setOffline(true);

  await recordForAll(page, 'Vaccinate', 'Vaccinating');
  await recordForAll(page, 'Treat', 'Treating');
  await recordForAll(page, 'Move', 'Moving', () =>
    page.getByRole('radiogroup', { name: 'Where to' }).getByRole('radio', { name: 'Mill Field' }).tap(),
  );
  await recordForAll(page, 'Trim hooves', 'Trimming hooves');
  await recordForAll(page, 'Shear', 'Shearing');
  await recordForAll(page, 'Pooled egg count', 'Pooled egg count', () => page.getByLabel(/egg/i).first().fill('450'));

  await workThrough(page, 'Weigh', () => typeNumbers(page, '98', '101'));
  await workThrough(page, 'Score FAMACHA', () => choose(page, 'Score FAMACHA', '2 red-pink', '4 pink-white'));
  await workThrough(page, 'Score body condition', () => choose(page, 'Score body condition', '3.5', '2 thin'));
  await workThrough(page, 'Count worm eggs', () => typeNumbers(page, '300', '50'));
  await page.close();

  const again = await page.context().newPage();
  await again.goto('/work');
  await workThrough(again, 'Check pregnancy', () => choose(again, 'Check pregnancy', '2', '0 not pregnant'));
  await workThrough(again, 'Sort into groups', () => choose(again, 'Sort into groups', 'Keep', 'Sell'));
  await workThrough(again, 'Count', async () => {
    await key(again, 'Done').tap();
    await key(again, 'Done').tap();
  });
  await recordForAll(again, 'Wean', 'Weaning', undefined, '2 lambs');
  await workThrough(again, 'Weigh at weaning', () => typeNumbers(again, '49', '42'), '2 lambs');
  await begin(again, 'Sell');
  await again.getByLabel('Buyer').fill('Bob Miller');
  await whom(again, /^Ewes 2/).tap();
  await again.getByText('2 are in withdrawal').waitFor();
  await again.getByLabel('Reason for selling in withdrawal').fill('They go to another farm');
  await again.getByRole('button', { name: 'Sell 2 ewes' }).tap();
  await again.getByRole('heading', { name: 'Receipt' }).waitFor();
  expect(await get(again, 'worklists')).toEqual([]);

  await again.context().setOffline(false);
  await again.getByRole('button', { name: /^Saved/ }).waitFor();
  const recorded = await get<Recorded>(again, 'events?limit=1000');
  const byKind = Map.groupBy(
    recorded.filter(({ day }) => day === today),
    ({ kind }) => kind,
  );
  expect(Object.fromEntries([...byKind].map(([kind, events]) => [kind, events.length]))).toEqual({
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
  expect(worklists.map(({ work, archivedAt }) => `${work} ${archivedAt === null ? 'open' : 'finished'}`).toSorted()).toEqual(
    ['bodyCondition', 'count', 'eggCount', 'famacha', 'pregnancyCheck', 'sort', 'weigh', 'weighAtWeaning'].map(
      (work) => `${work} finished`,
    ),
  );
}, 600_000);
